import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { type HeldJob, heldRows } from './held-rows.ts';

/**
 * Extends the leases that still hold and answers the ids that are still ours. A row that is locked at this moment
 * is one whose handler is just committing: waiting for it could deadlock, so it is passed over and counts as ours.
 */
export async function renewJobs(
  db: Database,
  jobs: readonly HeldJob[],
  leaseMs: number,
): Promise<Set<string>> {
  const held = heldRows(jobs);
  const stillHeld = sql`
    id = any(${held.ids}) and (id, fence) in (${held.pairs})
      and coalesce(lease_until, '-infinity') > clock_timestamp()`;
  const { rows } = await sql<{ id: string }>`
    with renewed as (
      update jobs set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = any(array(select id from jobs where ${stillHeld} for update skip locked))
      returning id
    )
    select id from renewed
    union
    select id from jobs where ${stillHeld}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
