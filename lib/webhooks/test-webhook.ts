import { randomUUID } from 'node:crypto';
import { insertWebhookAttempt, unsafeFindWebhook } from '#db/queries/webhooks.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { callReceiver } from './call-receiver.ts';

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
  const body = JSON.stringify({
    type: 'Test',
    timestamp: new Date().toISOString(),
    data: { event_id: eventId, causation_id: null },
  });
  const attempt = await callReceiver(env, {
    webhook,
    eventId,
    eventType: 'Test',
    body,
    attempt: 1,
    timeoutMs,
    signal: AbortSignal.timeout(timeoutMs),
  });
  await db.transaction().execute(async (trx) => {
    await insertWebhookAttempt(trx, attempt);
    await recordAudit(trx, caller, {
      action: 'webhook.tested',
      subjectKind: 'webhook',
      subjectId: id,
      result: attempt.error === null ? 'done' : 'failed',
      code: attempt.error ?? undefined,
    });
  });
  const { status, error } = attempt;
  return status === null ? { error: error ?? 'no answer' } : { status };
}
