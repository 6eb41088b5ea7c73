import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { Services } from '#lib/services.ts';
import { asJobError } from './as-job-error.ts';
import { type ClaimedRow, claimedColumns, toClaimedJob } from './claimed-row.ts';
import { settleFailure } from './fail-job.ts';
import type { JobHandlers } from './job.ts';
import { JobError } from './job-error.ts';

const atATime = 500;

// The statement's time is constant, so the index can be asked for it; a lease that ends a moment later is met next time.
const expired = sql<boolean>`jobs.lease_until <= statement_timestamp()`;
const overdue = sql<boolean>`jobs.lease_until is null and jobs.deadline <= clock_timestamp()`;

export interface Swept {
  retried: number;
  dead: number;
}

/** Gives back, or buries, what workers that ended without a word left under a lease. Any number may run at once. */
export function sweepJobs(services: Services, handlers: JobHandlers, random = Math.random): Promise<Swept> {
  return sweep(services, handlers, expired, random);
}

/** Buries jobs that nobody took before their deadline. No index serves this one: once a minute is often enough. */
export function buryOverdueJobs(services: Services, handlers: JobHandlers): Promise<Swept> {
  return sweep(services, handlers, overdue, Math.random);
}

/** One transaction a job: a handler that cannot bury one must not keep the others. */
async function sweep(
  services: Services,
  handlers: JobHandlers,
  abandoned: RawBuilder<boolean>,
  random: () => number,
): Promise<Swept> {
  const swept = { retried: 0, dead: 0 };
  const { rows } = await sql<{ id: string }>`
    select id from jobs where ${abandoned} limit ${atATime}`.execute(services.db);
  for (const { id } of rows) {
    try {
      const next = await services.db
        .transaction()
        .execute((trx) => sweepJob(trx, handlers, id, abandoned, random()));
      if (next === 'retry') swept.retried += 1;
      if (next === 'dead') swept.dead += 1;
    } catch (error) {
      services.log.error({ job_id: id, error: asJobError(error).message }, 'a job could not be swept');
    }
  }
  if (rows.length > 0) services.log.warn(swept, 'abandoned jobs were swept');
  return swept;
}

async function sweepJob(
  trx: Trx,
  handlers: JobHandlers,
  id: string,
  abandoned: RawBuilder<boolean>,
  random: number,
) {
  const { rows } = await sql<ClaimedRow & { leased_by: string | null; is_late: boolean }>`
    select ${claimedColumns}, jobs.leased_by, coalesce(jobs.deadline <= clock_timestamp(), false) as is_late
    from jobs where jobs.id = ${id} and ${abandoned}
    for update skip locked`.execute(trx);
  const row = rows[0];
  if (!row) return undefined;
  const job = toClaimedJob(row);
  const error = row.is_late
    ? new JobError('deadline_passed', `The deadline passed after ${row.attempts} attempts.`)
    : new JobError('lease_lost', `Worker ${row.leased_by} fell silent in attempt ${row.attempts}.`);
  return settleFailure(trx, handlers[job.queue], job, error, random);
}
