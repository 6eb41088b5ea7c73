import { listLiveApiTokens } from '#db/queries/api-tokens.ts';
import { notFound } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { ownOrAdmin } from './own-or-admin.ts';

export interface TokenEntry {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** A person's live tokens, newest first, without the tokens themselves: nobody has those any more. */
export async function listTokens(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { user_id }: { user_id: string },
): Promise<TokenEntry[]> {
  if (!ownOrAdmin(caller.actor, user_id)) throw notFound('person');
  const tokens = await listLiveApiTokens(services.db, user_id);
  return tokens.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
}
