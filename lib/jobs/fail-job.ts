import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { buryJob } from './bury-job.ts';
import { holdJob } from './hold-job.ts';
import type { ClaimedJob, JobHandler } from './job.ts';
import type { JobError } from './job-error.ts';
import { queues } from './queues.ts';
import { decideRetry } from './retry-policy.ts';

/**
 * Ends a failed attempt: back into the queue after a pause, or to the dead letters. Throws `LeaseLost`, having
 * changed nothing, where the job is somebody else's by now.
 */
export async function failJob(
  db: Database,
  handler: JobHandler,
  job: ClaimedJob,
  error: JobError,
  random: number,
): Promise<'retry' | 'dead'> {
  return db.transaction().execute(async (trx) => {
    await holdJob(trx, job);
    return settleFailure(trx, handler, job, error, random);
  });
}

/** Decides on a job that this transaction has locked. */
export async function settleFailure(
  trx: Trx,
  handler: JobHandler,
  job: ClaimedJob,
  error: JobError,
  random: number,
): Promise<'retry' | 'dead'> {
  const decision = decideRetry({
    category: error.category,
    permanent: error.permanent,
    attempts: job.attempts,
    maxAttempts: job.maxAttempts,
    backoff: queues[job.queue].backoff,
    random,
  });
  if (decision.next === 'dead') {
    await buryJob(trx, handler, job, error);
    return 'dead';
  }
  await sql`
    update jobs
    set lease_until = null, leased_by = null,
      run_at = clock_timestamp() + ${decision.delayMs} * interval '1 millisecond',
      last_error_category = ${error.category}, last_error = ${error.message}
    where id = ${job.id}`.execute(trx);
  return 'retry';
}
