import { Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { Actor } from './actor.ts';
import { clientAddress } from './client-address.ts';
import { getActor } from './get-actor.ts';
import { limitersOf } from './limiters.ts';

/**
 * The actor, once they have a request left: a person by who they are, others by their address. Whoever holds one of
 * the installation's own secrets is not counted, since a refused storage event would only come again.
 */
export async function getLimitedActor(
  services: Pick<Services, 'db' | 'env'>,
  request: { headers: Headers; method: string },
): Promise<Actor> {
  const address = clientAddress(request.headers.get('x-forwarded-for'), services.env.TRUSTED_PROXIES);
  const takeOne = (key: string) => {
    const answer = limitersOf(services.env).requests.take(key);
    if (answer.ok) return;
    throw new Problem('rate_limited', 'Too many requests. Wait a moment, then go on more slowly.', {
      retryAfterSeconds: answer.retryAfterSeconds,
    });
  };
  let actor: Actor;
  try {
    actor = await getActor(services, request);
  } catch (error) {
    // Guessing at tokens costs as much as any other request.
    takeOne(`address ${address}`);
    throw error;
  }
  if (actor.kind === 'person') takeOne(`person ${actor.id}`);
  if (actor.kind === 'anonymous') takeOne(`address ${address}`);
  return actor;
}
