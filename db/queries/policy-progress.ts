import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { remadeByAnyJob } from '#lib/lifecycle.ts';
import { approvedSources } from './approved-sources.ts';

interface Version {
  audience: string;
  version: number;
}

/** What the audience may be given by now: the sources of its standing approvals, each once. */
function sourcesOf(db: Database, audience: string) {
  return approvedSources(db)
    .where('approval_audiences.audience', '=', audience)
    .clearSelect()
    .select('asset_versions.source_hash')
    .distinct();
}

/** Derive jobs of a version, whatever state they are in. */
const jobsOf = ({ audience, version }: Version) =>
  sql`jobs.queue = 'derive' and jobs.audience = ${audience}
    and (jobs.payload ->> 'policy_version')::integer = ${version}`;

/**
 * For each format of a version: how many files are published of what the audience may be given by now, how many have
 * failed for good, and how many were taken out of use and are made by no job of an activation.
 */
export async function countFormatFiles(db: Database, { audience, version }: Version) {
  const count = (table: 'derivatives' | 'derivative_failures', kept = sql`true`) => sql<number>`(
    select count(*)::integer from ${sql.table(table)} f join sources on sources.source_hash = f.source_hash
    where f.audience = v.audience and f.policy_version = v.version and f.format = c.format and ${kept})`;
  return db
    .with('sources', () => sourcesOf(db, audience))
    .selectFrom('policy_versions as v')
    .innerJoinLateral(
      sql<{ format: string }>`(select contract ->> 'format' as format
        from jsonb_array_elements(v.contracts) contract)`.as('c'),
      (join) => join.onTrue(),
    )
    .where('v.audience', '=', audience)
    .where('v.version', '=', version)
    .select([
      'c.format',
      count('derivatives', sql`f.retired_at is null`).as('made'),
      count('derivative_failures').as('failed'),
      count('derivatives', sql`f.retired_why <> all (${[...remadeByAnyJob]}::text[])`).as('withheld'),
    ])
    .execute();
}

export async function countSources(db: Database, audience: string): Promise<number> {
  const { rows } = await sql<{ photos: number }>`
    select count(*)::integer as photos from (${sourcesOf(db, audience)}) sources`.execute(db);
  return rows[0]?.photos ?? 0;
}

/** How many files of a version wait or are being made, how many of them for another try, and since when the oldest does. */
export async function findPendingFiles(db: Database, of: Version) {
  const { rows } = await sql<{ waiting: number; retried: number; since: Date | null }>`
    select count(*)::integer as waiting, (count(*) filter (where last_error_category is not null))::integer as retried,
      min(created_at) as since
    from jobs where ${jobsOf(of)}`.execute(db);
  return rows[0] ?? { waiting: 0, retried: 0, since: null };
}

/** The file that has waited longest, with some asset by which people know it. */
export async function findOldestPending(db: Database, of: Version) {
  const { rows } = await sql<{ format: string; since: Date; asset_id: string | null; name: string | null }>`
    select jobs.payload -> 'contract' ->> 'format' as format, jobs.created_at as since, named.asset_id, named.name
    from jobs
    left join lateral (
      select assets.id as asset_id, coalesce(nullif(assets.title, ''), assets.filename) as name
      from asset_versions join assets on assets.id = asset_versions.asset_id
      where asset_versions.source_hash = jobs.payload ->> 'source_hash'
      order by assets.created_at, assets.id limit 1) named on true
    where ${jobsOf(of)}
    order by jobs.created_at, jobs.id limit 1`.execute(db);
  return rows[0];
}

/** Why files of a version could not be made, the reason that met most of them first, each with one of its photos. */
export async function listFailureReasons(db: Database, { audience, version }: Version, limit: number) {
  const { rows } = await sql<{
    format: string;
    message: string;
    files: number;
    asset_id: string | null;
    name: string | null;
  }>`
    with sources as (${sourcesOf(db, audience)}),
    reasons as (
      select f.format, f.message, count(*)::integer as files, min(f.source_hash) as source_hash
      from derivative_failures f join sources on sources.source_hash = f.source_hash
      where f.audience = ${audience} and f.policy_version = ${version}
      group by f.format, f.message
      order by count(*) desc, f.format, f.message limit ${limit})
    select reasons.format, reasons.message, reasons.files, named.asset_id, named.name
    from reasons left join lateral (
      select assets.id as asset_id, coalesce(nullif(assets.title, ''), assets.filename) as name
      from asset_versions join assets on assets.id = asset_versions.asset_id
      where asset_versions.source_hash = reasons.source_hash and assets.binned_at is null
      order by assets.created_at, assets.id limit 1) named on true
    order by reasons.files desc, reasons.format, reasons.message`.execute(db);
  return rows;
}

/** Derive jobs of a version that wait, and those that a worker has. */
export async function countJobsOfVersion(
  db: Database,
  version: { audience: string; policyVersion: number },
): Promise<{ waiting: number; leased: number }> {
  const { rows } = await sql<{ waiting: number; leased: number }>`
    select count(*) filter (where lease_until is null) as waiting,
      count(*) filter (where lease_until is not null) as leased
    from jobs
    where queue = 'derive' and audience = ${version.audience}
      and (payload ->> 'policy_version')::integer = ${version.policyVersion}`.execute(db);
  return rows[0] ?? { waiting: 0, leased: 0 };
}
