import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { ClaimedJob } from './job.ts';
import { LeaseLost } from './lease-lost.ts';

const finished = new WeakSet<ClaimedJob>();

/**
 * Ends the job in the transaction that stores its result: both are there or neither. Throws `LeaseLost`, and the
 * result must not be committed. The deleted row stays locked until the commit, so nobody can claim it meanwhile.
 */
export async function finishJob(trx: Trx, job: ClaimedJob): Promise<void> {
  // coalesce keeps the planner on the primary key; a bare comparison makes it walk the index of leases.
  const { numAffectedRows } = await sql`
    delete from jobs
    where id = ${job.id} and fence = ${job.fence}
      and coalesce(lease_until, '-infinity') > clock_timestamp()`.execute(trx);
  if (numAffectedRows !== 1n) throw new LeaseLost(`job ${job.id}`);
  finished.add(job);
}

/** Whether a handler ended the job itself, so that the worker need not. */
export function wasFinished(job: ClaimedJob): boolean {
  return finished.has(job);
}
