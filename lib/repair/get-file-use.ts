import { findOpenRemake } from '#db/queries/derivative-remakes.ts';
import { unsafeFindDerivative } from '#db/queries/derivatives.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { Retirement } from '#lib/lifecycle.ts';
import type { DerivativeKey } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';

export interface FileUse {
  /** Null while the file is given out. */
  retired_why: Retirement | null;
  retired_at: string | null;
  retired_reason: string | null;
  is_being_remade: boolean;
}

/** Whether a published file is in use. Staff's eyes only. */
export async function getFileUse({ db }: Services, caller: Caller, key: DerivativeKey): Promise<FileUse> {
  requirePermission(caller.actor, 'repair.read');
  const [row, remake] = await Promise.all([unsafeFindDerivative(db, key), findOpenRemake(db, key)]);
  if (!row) throw notFound('file');
  return {
    retired_why: row.retired_why,
    retired_at: row.retired_at?.toISOString() ?? null,
    retired_reason: row.retired_reason,
    is_being_remade: remake !== undefined,
  };
}
