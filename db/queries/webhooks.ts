import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

/** Whom events are announced to at this moment. */
export async function listSubscribedWebhooks(
  db: Database | Trx,
): Promise<{ id: string; event_types: string[] }[]> {
  return db.selectFrom('webhooks').select(['id', 'event_types']).where('disabled_at', 'is', null).execute();
}

export async function insertWebhook(
  trx: Trx,
  webhook: {
    id: string;
    url: string;
    description: string;
    event_types: string[];
    sealed_secret: Buffer;
    created_by: string | null;
  },
): Promise<void> {
  await trx.insertInto('webhooks').values(webhook).execute();
}

/** With its secrets, sealed, the former one while it still signs: for the delivery alone. */
export async function unsafeFindWebhook(db: Database | Trx, id: string) {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url', 'event_types', 'sealed_secret', 'disabled_at'])
    .select(
      sql<Buffer | null>`case when former_until > clock_timestamp() then former_sealed_secret end`.as(
        'former_sealed_secret',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Each with how its last attempt ended. */
export async function listWebhookRows(db: Database | Trx) {
  return db
    .selectFrom('webhooks')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_attempts')
          .select(['at', 'status', 'error'])
          .whereRef('webhook_id', '=', 'webhooks.id')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'webhooks.id',
      'url',
      'description',
      'event_types',
      'created_at',
      'disabled_at',
      'disabled_reason',
      sql<Date | null>`case when former_until > clock_timestamp() then former_until end`.as('former_until'),
      'last.at as last_at',
      'last.status as last_status',
      'last.error as last_error',
    ])
    .orderBy('created_at')
    .orderBy('webhooks.id')
    .execute();
}

/** False where it was off already, or there is none. */
export async function switchWebhookOff(trx: Trx, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ disabled_at: sql`clock_timestamp()`, disabled_reason: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False where it was on already, or there is none. */
export async function switchWebhookOn(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ disabled_at: null, disabled_reason: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The secret before it signs too for `overlapHours`; with 0 it is forgotten. False where there is no such webhook. */
export async function replaceWebhookSecret(
  trx: Trx,
  id: string,
  { sealedSecret, overlapHours }: { sealedSecret: Buffer; overlapHours: number },
): Promise<boolean> {
  const former =
    overlapHours > 0
      ? {
          former_sealed_secret: sql<Buffer>`sealed_secret`,
          former_until: sql<Date>`clock_timestamp() + ${overlapHours} * interval '1 hour'`,
        }
      : { former_sealed_secret: null, former_until: null };
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ sealed_secret: sealedSecret, ...former })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface WebhookAttempt {
  webhook_id: string;
  event_id: string;
  event_type: string;
  attempt: number;
  duration_ms: number;
  status: number | null;
  error: string | null;
}

export async function insertWebhookAttempt(db: Database | Trx, attempt: WebhookAttempt): Promise<void> {
  await db.insertInto('webhook_attempts').values(attempt).execute();
}

/** The delivery log, newest first. */
export async function listWebhookAttempts(
  db: Database | Trx,
  { webhookId, limit }: { webhookId: string; limit: number },
) {
  return db
    .selectFrom('webhook_attempts')
    .select(['event_id', 'event_type', 'attempt', 'at', 'duration_ms', 'status', 'error'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Forgets attempts older than `days`, and answers how many: the outbox and the audit log keep what happened. */
export async function deleteOldWebhookAttempts(trx: Trx, days: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('webhook_attempts')
    .where('at', '<', sql<Date>`clock_timestamp() - ${days} * interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
