import type { Caller } from '#lib/auth/actor.ts';
import { Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import { recordAudit } from './audit.ts';

/**
 * Puts on record that somebody known tried what their role does not allow. Strangers leave no row: they would write
 * the log full. A row that cannot be written goes to the process log, and what was refused stays refused.
 */
export async function recordRefusal(
  { db, log }: Pick<Services, 'db' | 'log'>,
  caller: Caller,
  error: unknown,
  tried: { kind: 'route' | 'action'; id: string; permission: string },
): Promise<void> {
  if (!(error instanceof Problem) || error.code !== 'forbidden' || caller.actor.kind === 'anonymous') return;
  try {
    await recordAudit(db, caller, {
      action: 'access.refused',
      subjectKind: tried.kind,
      subjectId: tried.id.slice(0, 200),
      result: 'refused',
      code: tried.permission,
    });
  } catch (failure) {
    log.error({ request_id: caller.requestId, tried, error: String(failure) }, 'a refusal went unrecorded');
  }
}
