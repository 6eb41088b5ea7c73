import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { type HeldJob, heldRows } from './held-rows.ts';

/**
 * Gives jobs back as if they had never been claimed, to be looked at again after `delayMs`. Those whose lease was
 * lost meanwhile are left alone.
 */
export async function releaseJobs(db: Database, jobs: readonly HeldJob[], delayMs: number): Promise<void> {
  const held = heldRows(jobs);
  await sql`
    update jobs
    set lease_until = null, leased_by = null, attempts = attempts - 1,
      run_at = case when ${delayMs} > 0
        then clock_timestamp() + ${delayMs} * interval '1 millisecond' else run_at end
    where id = any(${held.ids}) and (id, fence) in (${held.pairs})
      and coalesce(lease_until, '-infinity') > clock_timestamp()`.execute(db);
}
