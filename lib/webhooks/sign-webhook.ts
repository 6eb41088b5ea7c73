import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new signing secret, written as the Standard Webhooks libraries expect it. */
export function makeWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/**
 * The headers of the Standard Webhooks specification. The id stays the same in every attempt, so that receivers can
 * tell a repetition; the time of the attempt is signed, so that an old message cannot be sent again later. There is one
 * signature a secret: a receiver that knows any of them takes it.
 */
export function signWebhook(
  secrets: readonly string[],
  message: { id: string; timestampSeconds: number; body: string },
): Record<string, string> {
  const { id, timestampSeconds, body } = message;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
