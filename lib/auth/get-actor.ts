import type { Services } from '#lib/services.ts';
import type { Actor } from './actor.ts';

/** Who sent this request: by bearer token, by session cookie, or nobody. Written by the auth stage. */
export async function getActor(_services: Services, _request: Request): Promise<Actor> {
  return { kind: 'anonymous' };
}
