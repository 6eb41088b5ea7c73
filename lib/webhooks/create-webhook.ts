import { randomUUID } from 'node:crypto';
import { insertWebhook } from '#db/queries/webhooks.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { sealSecret } from './seal-secret.ts';
import { makeWebhookSecret } from './sign-webhook.ts';
import type { CreateWebhookInput } from './webhook-schemas.ts';

/** Tells another system of events from now on. The signing secret is answered this once. */
export async function createWebhook(
  { db, env }: { db: Services['db']; env: Pick<Services['env'], 'AUTH_SECRET'> },
  caller: Caller,
  input: CreateWebhookInput,
): Promise<{ id: string; secret: string }> {
  requirePermission(caller.actor, 'webhook.manage');
  const id = randomUUID();
  const secret = makeWebhookSecret();
  await db.transaction().execute(async (trx) => {
    await insertWebhook(trx, {
      ...input,
      id,
      sealed_secret: sealSecret(env.AUTH_SECRET, id, secret),
      created_by: caller.actor.kind === 'person' ? caller.actor.id : null,
    });
    await recordAudit(trx, caller, {
      action: 'webhook.created',
      subjectKind: 'webhook',
      subjectId: id,
      detail: { url: input.url, event_types: input.event_types },
    });
  });
  return { id, secret };
}
