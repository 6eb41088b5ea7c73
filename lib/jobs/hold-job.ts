import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { ClaimedJob } from './job.ts';
import { LeaseLost } from './lease-lost.ts';

/**
 * Keeps the job this worker's until the transaction ends, for results that are stored while the job goes on. Throws
 * `LeaseLost` where it is somebody else's by now, and nothing may be committed.
 */
export async function holdJob(trx: Trx, job: Pick<ClaimedJob, 'id' | 'fence'>): Promise<void> {
  const { rows } = await sql`
    select from jobs
    where id = ${job.id} and fence = ${job.fence} and coalesce(lease_until, '-infinity') > clock_timestamp()
    for update`.execute(trx);
  if (rows.length === 0) throw new LeaseLost(`job ${job.id}`);
}
