import { revokeApiToken } from '#db/queries/api-tokens.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { Caller } from './actor.ts';
import { may } from './permissions.ts';

/** One's own token, or anybody's by those who manage people. It is refused from the next request on. */
export async function revokeToken(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<void> {
  const { actor } = caller;
  if (actor.kind !== 'person') throw notFound('token');
  const ownerId = may(actor, 'people.manage') ? undefined : actor.id;
  await services.db.transaction().execute(async (trx) => {
    const userId = await revokeApiToken(trx, id, ownerId);
    if (!userId) throw notFound('token');
    await recordAudit(trx, caller, {
      action: 'token.revoked',
      subjectKind: 'api_token',
      subjectId: id,
      detail: { user_id: userId },
    });
  });
}
