import type { unsafeFindWebhook, WebhookAttempt } from '#db/queries/webhooks.ts';
import type { Env } from '#lib/env.ts';
import { postWebhook } from './post-webhook.ts';
import { openSecrets } from './seal-secret.ts';
import { signWebhook } from './sign-webhook.ts';

export interface ReceiverCall {
  webhook: NonNullable<Awaited<ReturnType<typeof unsafeFindWebhook>>>;
  /** The same in every attempt: receivers know a repetition by it. */
  eventId: string;
  eventType: string;
  body: string;
  /** Counted from 1. */
  attempt: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Sends one signed message to a receiver, and answers what belongs into the delivery log. Only a 2xx takes a message:
 * its `error` is null; without an answer `status` is.
 */
export async function callReceiver(
  env: Pick<Env, 'AUTH_SECRET' | 'WEBHOOK_ALLOW_PRIVATE'>,
  { webhook, eventId, eventType, body, attempt, timeoutMs, signal }: ReceiverCall,
): Promise<WebhookAttempt> {
  const secrets = openSecrets(env.AUTH_SECRET, webhook);
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const since = performance.now();
  const answer = await postWebhook({
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Blazon-Webhooks',
      ...signWebhook(secrets, { id: eventId, timestampSeconds, body }),
    },
    body,
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    timeoutMs,
    signal,
  });
  return {
    webhook_id: webhook.id,
    event_id: eventId,
    event_type: eventType,
    attempt,
    duration_ms: Math.round(performance.now() - since),
    ...('error' in answer ? { status: null, error: answer.error } : judge(answer.status)),
  };
}

function judge(status: number): Pick<WebhookAttempt, 'status' | 'error'> {
  const isTaken = status >= 200 && status < 300;
  return { status, error: isTaken ? null : `answered ${status}` };
}
