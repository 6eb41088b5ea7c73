import { unsafeFindCredentials } from '#db/queries/users.ts';
import { Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { changeUser } from './change-user.ts';
import { limitersOf } from './limiters.ts';
import { verifyPassword } from './password.ts';

/** Asks for the password that holds now, so that an open screen is not enough; all sessions end, this one too. */
export async function changeOwnPassword(
  services: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { actor } = caller;
  if (actor.kind !== 'person') throw new Problem('forbidden', 'Only a person has a password.');
  const attempts = limitersOf(services.env).signIns;
  if (!attempts.take(actor.id).ok) {
    throw new Problem('rate_limited', 'Too many attempts. Wait a minute, then try again.');
  }
  const user = await unsafeFindCredentials(services.db, actor.email);
  if (!(await verifyPassword(current, user?.password_hash))) {
    const message = 'The current password is not right.';
    throw new Problem('invalid_request', message, { details: { issues: [{ path: 'current', message }] } });
  }
  attempts.give(actor.id);
  await changeUser(services, caller, { id: actor.id, password: next });
}
