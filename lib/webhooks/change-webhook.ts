import {
  replaceWebhookSecret,
  switchWebhookOff,
  switchWebhookOn,
  unsafeFindWebhook,
} from '#db/queries/webhooks.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { sealSecret } from './seal-secret.ts';
import { makeWebhookSecret } from './sign-webhook.ts';

/** What is on its way to it is not sent any more, and what happens meanwhile is not kept for it. */
export async function disableWebhook(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  requirePermission(caller.actor, 'webhook.manage');
  await db.transaction().execute(async (trx) => {
    if (!(await unsafeFindWebhook(trx, id))) throw notFound('webhook');
    if (!(await switchWebhookOff(trx, id, reason)))
      throw new Problem('conflict', 'This webhook is off already.');
    await recordAudit(trx, caller, {
      action: 'webhook.disabled',
      subjectKind: 'webhook',
      subjectId: id,
      detail: { reason },
    });
  });
}

export async function enableWebhook(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<void> {
  requirePermission(caller.actor, 'webhook.manage');
  await db.transaction().execute(async (trx) => {
    if (!(await unsafeFindWebhook(trx, id))) throw notFound('webhook');
    if (!(await switchWebhookOn(trx, id))) throw new Problem('conflict', 'This webhook is on already.');
    await recordAudit(trx, caller, { action: 'webhook.enabled', subjectKind: 'webhook', subjectId: id });
  });
}

/**
 * The new secret is answered this once. Messages are signed with both for `overlapHours`, so that none is refused
 * while the receiver changes; with 0, for a secret that leaked, the old one signs nothing any more.
 */
export async function rotateWebhookSecret(
  { db, env }: { db: Services['db']; env: Pick<Services['env'], 'AUTH_SECRET'> },
  caller: Caller,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ secret: string }> {
  requirePermission(caller.actor, 'webhook.manage');
  const secret = makeWebhookSecret();
  const sealedSecret = sealSecret(env.AUTH_SECRET, id, secret);
  await db.transaction().execute(async (trx) => {
    if (!(await replaceWebhookSecret(trx, id, { sealedSecret, overlapHours }))) throw notFound('webhook');
    await recordAudit(trx, caller, {
      action: 'webhook.secret_rotated',
      subjectKind: 'webhook',
      subjectId: id,
      detail: { overlap_hours: overlapHours },
    });
  });
  return { secret };
}
