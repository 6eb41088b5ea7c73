import { unsafeFindCredentials } from '#db/queries/users.ts';
import { Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { limitersOf } from './limiters.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { storePassword } from './store-password.ts';

/** Asks for the password that holds now, so that an open screen is not enough; all sessions end, this one too. */
export async function changeOwnPassword(
  services: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { actor } = caller;
  if (actor.kind !== 'person') throw new Problem('forbidden', 'Only a person has a password.');
  const attempts = limitersOf(services.env).signIns;
  const attempt = attempts.take(actor.id);
  if (!attempt.ok) {
    throw new Problem('rate_limited', 'Too many attempts. Wait a minute, then try again.', {
      retryAfterSeconds: attempt.retryAfterSeconds,
    });
  }
  const user = await unsafeFindCredentials(services.db, actor.email);
  if (!(await verifyPassword(current, user?.password_hash))) {
    const message = 'The current password is not right.';
    throw new Problem('invalid_request', message, { details: { issues: [{ path: 'current', message }] } });
  }
  attempts.give(actor.id);
  const passwordHash = await hashPassword(next);
  await services.db.transaction().execute(async (trx) => {
    await storePassword(trx, actor.id, passwordHash);
    await recordAudit(trx, caller, {
      action: 'person.changed',
      subjectKind: 'user',
      subjectId: actor.id,
      detail: { password_changed: true },
    });
  });
}
