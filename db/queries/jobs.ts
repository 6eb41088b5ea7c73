import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { JobState } from '#lib/lifecycle.ts';
import { type Reader, readableVersions } from './readable-versions.ts';

export interface FoundJob {
  id: string;
  queue: string;
  state: JobState;
  /** Unknown once the job is done: its row is gone, and what it made does not count them. */
  attempts: number | null;
  actor_id: string | null;
  audience: string | null;
  source_hash: string | null;
  policy_version: number | null;
  format: string | null;
  /** Of a version that was made. */
  asset_id: string | null;
  version: number | null;
  /** An error's category, with the sentence for people where the stage left one. */
  failure_code: string | null;
  failure_message: string | null;
}

/**
 * A job wherever it has come to: alive, among the dead letters, or known only by what it made. Says nothing of who
 * may know of it.
 */
export async function unsafeFindJob(db: Database, id: string): Promise<FoundJob | undefined> {
  const { rows } = await sql<FoundJob>`
    select id, queue,
      case when lease_until is not null then 'leased' when last_error_category is not null then 'retry' else 'ready' end
        as state,
      attempts, actor_id, audience,
      payload ->> 'source_hash' as source_hash, null::integer as policy_version, null as format,
      null::uuid as asset_id, null::integer as version, null as failure_code, null as failure_message
    from jobs where id = ${id}
    union all
    select job_id, 'derive', 'done', null, null, audience, source_hash, policy_version, format, null, null, null, null
    from derivatives where job_id = ${id}
    union all
    select job_id, 'cutout', 'done', null, null, null, null, null, null, asset_id, number, null, null
    from asset_versions where job_id = ${id}
    union all
    select dead_jobs.id, queue, 'dead', attempts, actor_id, dead_jobs.audience,
      payload ->> 'source_hash', null, null, null, null,
      coalesce(failed.code, uncut.code, last_error_category), coalesce(failed.message, uncut.message)
    from dead_jobs
    left join derivative_failures as failed on failed.job_id = dead_jobs.id
    left join cutout_failures as uncut on uncut.job_id = dead_jobs.id
    where dead_jobs.id = ${id} and requeued_at is null
    limit 1`.execute(db);
  return rows[0];
}

/** Some asset by which the reader may see this source; the oldest, so that the answer stays the same. */
export async function findReadableAssetOf(
  db: Database,
  reader: Reader,
  sourceHash: string,
): Promise<string | undefined> {
  const found = await readableVersions(db, reader)
    .where('asset_versions.source_hash', '=', sourceHash)
    .select('assets.id')
    .orderBy('assets.created_at')
    .orderBy('assets.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}
