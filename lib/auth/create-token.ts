import { randomUUID } from 'node:crypto';
import { insertApiToken } from '#db/queries/api-tokens.ts';
import { lockUser } from '#db/queries/users.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { makeApiToken } from './api-token.ts';
import type { CreateTokenInput } from './people-schemas.ts';

/**
 * Makes a token that acts as the person. It is answered this once; what is stored is its hash. People make their
 * own only: an admin who made one for somebody else would act under that name.
 */
export async function createToken(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { user_id, name }: CreateTokenInput,
): Promise<{ id: string; token: string }> {
  const { actor } = caller;
  const allowed =
    actor.kind === 'person' ? actor.id === user_id : actor.kind === 'system' && actor.name === 'console';
  if (!allowed) throw notFound('person');
  const id = randomUUID();
  const { token, sha256 } = makeApiToken();
  await services.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, user_id);
    if (!user) throw notFound('person');
    if (user.disabled_at)
      throw new Problem('conflict', `The account ${user.email} is disabled. Enable it first.`);
    await insertApiToken(trx, { id, user_id, name, token_sha256: sha256 });
    await recordAudit(trx, caller, {
      action: 'token.created',
      subjectKind: 'api_token',
      subjectId: id,
      detail: { user_id, name },
    });
  });
  return { id, token };
}
