import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { type HeldJob, heldRows } from './held-rows.ts';

/**
 * Ends many jobs that have no result of their own in one statement, each under its own fence. Answers the ids it
 * ended; the others had lost their lease and will be done again by somebody else.
 */
export async function finishJobs(db: Database, jobs: readonly HeldJob[]): Promise<Set<string>> {
  const held = heldRows(jobs);
  const { rows } = await sql<{ id: string }>`
    delete from jobs
    where id = any(${held.ids}) and (id, fence) in (${held.pairs})
      and coalesce(lease_until, '-infinity') > clock_timestamp()
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
