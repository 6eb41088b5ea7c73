import { unsafeFindCredentials } from '#db/queries/users.ts';
import { Problem } from '#lib/errors.ts';
import type { Role } from '#lib/lifecycle.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Actor, Caller } from './actor.ts';
import { limitersOf } from './limiters.ts';
import { verifyPassword } from './password.ts';

export interface Credentials {
  email: string;
  password: string;
  /** Where the attempt comes from. */
  address: string;
}

/**
 * The person whom this email and password name. Unknown emails, disabled people and wrong passwords take the same
 * path and the same time. Only failures use up attempts; with none left it throws `rate_limited`.
 */
export async function checkCredentials(
  services: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  { email, password, address }: Credentials,
): Promise<{ id: string; epoch: number } | undefined> {
  const name = email.trim().toLowerCase();
  const giveBack = takeAttempt(services.env, name, address);
  const user = await unsafeFindCredentials(services.db, name);
  const matches = await verifyPassword(password, user?.password_hash);
  const known = matches && user && user.disabled_at === null ? user : undefined;
  if (known) giveBack();
  // Who has just shown who they are is the one who did it.
  const actor = known && ownActor(known, name);
  await recordAudit(services.db, actor ? { ...caller, actor } : caller, {
    action: known ? 'session.started' : 'session.refused',
    subjectKind: 'user',
    subjectId: user?.id ?? 'unknown',
    result: known ? 'done' : 'refused',
    detail: { address },
  });
  return known && { id: known.id, epoch: known.session_epoch };
}

function ownActor({ id, name, role }: { id: string; name: string; role: Role }, email: string): Actor {
  return { kind: 'person', id, name, email, role, memberships: [], via: 'session' };
}

/** Takes one attempt of each limit before the work is done, so that a burst cannot slip through together. */
function takeAttempt(env: Services['env'], email: string, address: string): () => void {
  const limiters = limitersOf(env);
  const taken = [
    [limiters.signIns, `${email}\n${address}`],
    [limiters.signInsOfEmail, email],
    [limiters.signInsFrom, address],
  ] as const;
  for (const [limiter, key] of taken) {
    const answer = limiter.take(key);
    if (!answer.ok) {
      throw new Problem('rate_limited', 'Too many attempts. Wait a minute, then try again.', {
        retryAfterSeconds: answer.retryAfterSeconds,
      });
    }
  }
  return () => {
    for (const [limiter, key] of taken) limiter.give(key);
  };
}
