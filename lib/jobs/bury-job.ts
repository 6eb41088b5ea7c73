import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { ClaimedJob, JobHandler } from './job.ts';
import { JobError } from './job-error.ts';

/**
 * Moves a job that this transaction has locked to the dead letters, with its whole message, and tells the handler
 * in the same transaction.
 */
export async function buryJob(
  trx: Trx,
  handler: JobHandler,
  job: ClaimedJob,
  error: JobError,
): Promise<void> {
  await sql`
    with dead as (delete from jobs where id = ${job.id} returning *)
    insert into dead_jobs (id, queue, priority, deadline, attempts, max_attempts, dedup_key, actor_id, audience,
      payload, traceparent, last_error_category, last_error, created_at)
    select id, queue, priority, deadline, attempts, max_attempts, dedup_key, actor_id, audience,
      payload, traceparent, ${error.category}, concat_ws(' Before that: ', ${error.message}::text, nullif(last_error, '')), created_at
    from dead
    -- A requeued job keeps its id, and the letter of its earlier life becomes that of this one.
    on conflict (id) do update set attempts = excluded.attempts, deadline = excluded.deadline,
      last_error_category = excluded.last_error_category, last_error = excluded.last_error,
      died_at = clock_timestamp(), requeued_at = null, dismissed_at = null, settled_by = null`.execute(trx);
  await recordAudit(trx, systemCaller('jobs', { requestId: job.id }), {
    action: 'job.died',
    subjectKind: 'job',
    subjectId: job.id,
    result: 'failed',
    code: error.category,
    detail: { queue: job.queue, key: job.dedupKey, attempts: job.attempts, error: error.message },
  });
  await tellHandler(trx, handler, job, error);
}

/**
 * A handler that can never make sense of the job, and says so with a permanent error, is passed over: without that,
 * the job could not die and would come back for ever.
 */
async function tellHandler(trx: Trx, handler: JobHandler, job: ClaimedJob, error: JobError): Promise<void> {
  if (!handler.onDead) return;
  await sql`savepoint before_telling`.execute(trx);
  try {
    await handler.onDead(trx, job, error);
  } catch (failure) {
    if (!(failure instanceof JobError && failure.permanent)) throw failure;
    await sql`rollback to savepoint before_telling`.execute(trx);
  }
}
