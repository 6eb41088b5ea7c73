import { randomUUID } from 'node:crypto';
import { insertWebhookAttempt, unsafeFindWebhook } from '#db/queries/webhooks.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { postWebhook } from './post-webhook.ts';
import { openSecrets } from './seal-secret.ts';
import { signWebhook } from './sign-webhook.ts';

/** Somebody waits at a button. */
const timeoutMs = 10_000;

export type WebhookTest = { status: number } | { error: string };

/** Calls the receiver once with a signed message of the type `Test`, also where it is switched off. */
export async function testWebhook(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  { id }: { id: string },
): Promise<WebhookTest> {
  requirePermission(caller.actor, 'webhook.manage');
  const webhook = await unsafeFindWebhook(db, id);
  if (!webhook) throw notFound('webhook');
  const eventId = randomUUID();
  const since = performance.now();
  const body = JSON.stringify({
    type: 'Test',
    timestamp: new Date().toISOString(),
    data: { event_id: eventId, causation_id: null },
  });
  const signed = { id: eventId, timestampSeconds: Math.floor(Date.now() / 1000), body };
  const answer = await postWebhook({
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Blazon-Webhooks',
      ...signWebhook(openSecrets(env.AUTH_SECRET, webhook), signed),
    },
    body,
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    timeoutMs,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const status = 'status' in answer ? answer.status : null;
  const isTaken = status !== null && status >= 200 && status < 300;
  const error = 'error' in answer ? answer.error : isTaken ? null : `answered ${status}`;
  await db.transaction().execute(async (trx) => {
    await insertWebhookAttempt(trx, {
      webhook_id: id,
      event_id: eventId,
      event_type: 'Test',
      attempt: 1,
      duration_ms: Math.round(performance.now() - since),
      status,
      error,
    });
    await recordAudit(trx, caller, {
      action: 'webhook.tested',
      subjectKind: 'webhook',
      subjectId: id,
      result: error === null ? 'done' : 'failed',
      code: error ?? undefined,
    });
  });
  return answer;
}
