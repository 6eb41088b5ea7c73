import { sql } from 'kysely';
import { v5 as uuidv5 } from 'uuid';
import type { Database } from '#db/client.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import type { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { ReceivedMessage } from './kafka/kafka-consumer.ts';

/** Ours alone; a message that is delivered again is parked once. */
const namespace = '1c0e7a5b-7a0c-4c7e-8f57-3f6f2a1d9b30';

/** Keeps a message that can't be read, whole and byte for byte (in base64), among the dead letters, from where it can be requeued. */
export async function parkMessage(db: Database, message: ReceivedMessage, error: JobError): Promise<void> {
  const { topic, partition, key, value } = message;
  const place = `${topic}/${partition}/${message.offset}`;
  const payload = JSON.stringify({
    topic,
    partition,
    offset: String(message.offset),
    key: key?.toString('base64') ?? null,
    value: value.toString('base64'),
  });
  const id = uuidv5(place, namespace);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
    insert into dead_jobs (id, queue, priority, attempts, max_attempts, dedup_key, payload,
      last_error_category, last_error, created_at)
    values (${id}, 'message', 0, 1, 1, ${place}, ${payload}::jsonb,
      ${error.category}, ${error.message}, clock_timestamp())
    on conflict (id) do nothing
    returning id`.execute(trx);
    if (rows.length === 0) return;
    await recordAudit(trx, systemCaller('events', { requestId: id }), {
      action: 'job.died',
      subjectKind: 'job',
      subjectId: id,
      result: 'failed',
      code: error.category,
      detail: { queue: 'message', key: place, error: error.message },
    });
  });
}
