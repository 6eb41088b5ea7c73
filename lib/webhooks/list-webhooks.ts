import { listWebhookAttempts, listWebhookRows } from '#db/queries/webhooks.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';

const attemptsShown = 20;

/** Each with its latest attempts, newest first. Secrets stay where they are. */
export async function listWebhooks({ db }: Pick<Services, 'db'>, caller: Caller) {
  requirePermission(caller.actor, 'webhook.manage');
  const rows = await listWebhookRows(db);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      attempts: await listWebhookAttempts(db, { webhookId: row.id, limit: attemptsShown }),
    })),
  );
}
