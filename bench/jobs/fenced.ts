import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { JobHandler } from '#lib/jobs/job.ts';

/**
 * A job whose result is a row: event handled, event told of and job ended in one transaction under its fence, as
 * every stage does it.
 */
export const fenced: JobHandler = {
  async run({ db }, job) {
    const id = randomUUID();
    await db.transaction().execute(async (trx) => {
      await sql`
        with handled as (
          insert into consumer_inbox (consumer, event_id, state, fence, outcome, completed_at)
          values ('bench', ${id}, 'COMPLETED', ${job.fence}, 'nothing', clock_timestamp())
        )
        insert into outbox_events (event_id, type, key, payload)
        values (${id}, 'AssetReady', ${job.id}, ${JSON.stringify(job.payload)}::jsonb)`.execute(trx);
      await finishJob(trx, job);
    });
    return { state: 'done' };
  },
};
