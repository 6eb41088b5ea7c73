import { listFindings } from '#db/queries/inspection-findings.ts';
import { findInspection } from '#db/queries/inspections.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';

const atATime = 500;

/** How far an inspection is. */
export async function getInspection({ db }: Pick<Services, 'db'>, caller: Caller, id: string) {
  requirePermission(caller.actor, 'repair.act');
  const inspection = await findInspection(db, id);
  if (!inspection) throw notFound('inspection');
  return inspection;
}

/** All that it found, a page at a time. */
export async function* readFindings({ db }: Pick<Services, 'db'>, caller: Caller, id: string) {
  requirePermission(caller.actor, 'repair.act');
  for (let after = ''; ; ) {
    const page = await listFindings(db, id, {}, { after, limit: atATime });
    yield* page;
    if (page.length < atATime) return;
    after = page.at(-1)?.object_key ?? '';
  }
}
