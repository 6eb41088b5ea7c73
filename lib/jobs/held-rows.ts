import { sql } from 'kysely';
import type { ClaimedJob } from './job.ts';

export type HeldJob = Pick<ClaimedJob, 'id' | 'fence'>;

/**
 * Many jobs, each with its fence, for one statement. It asks for both `id = any(ids)`, which keeps the planner on
 * the primary key, and `(id, fence) in (pairs)`, which is the rule.
 */
export function heldRows(jobs: readonly HeldJob[]) {
  const ids = sql`${jobs.map(({ id }) => id)}::uuid[]`;
  const fences = sql`${jobs.map(({ fence }) => fence)}::bigint[]`;
  return { ids, pairs: sql`select * from unnest(${ids}, ${fences})` };
}
