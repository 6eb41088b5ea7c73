import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { personId } from './person-id.ts';

/** The end of a session in one browser is told by nothing else: the cookie goes, and the server keeps no session. */
export async function recordSignOut({ db }: Pick<Services, 'db'>, caller: Caller): Promise<void> {
  const id = personId(caller);
  if (id) await recordAudit(db, caller, { action: 'session.ended', subjectKind: 'user', subjectId: id });
}
