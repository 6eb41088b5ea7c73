import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { approvedSources } from './approved-sources.ts';

/**
 * Files of one ended version that nothing needs, locked; those that others lock are passed over. A file that stands
 * in, because the version that is read (`reading`) has none yet of a photo that is approved, is needed.
 */
export async function lockSpentFiles(
  trx: Trx,
  ended: { audience: string; policyVersion: number; reading: number | null; formatsRead: readonly string[] },
  limit: number,
) {
  return trx
    .with('approved', () =>
      approvedSources(trx)
        .where('approval_audiences.audience', '=', ended.audience)
        .clearSelect()
        .select('asset_versions.source_hash')
        .distinct(),
    )
    .selectFrom('derivatives')
    .where('derivatives.audience', '=', ended.audience)
    .where('derivatives.policy_version', '=', ended.policyVersion)
    .where('derivatives.retired_at', 'is', null)
    .where(
      sql<boolean>`not (
        derivatives.format = any(${ended.formatsRead}::text[])
        and derivatives.source_hash in (select source_hash from approved)
        and not exists (
          select from derivatives read
          where read.source_hash = derivatives.source_hash and read.audience = derivatives.audience
            and read.format = derivatives.format and read.policy_version = ${ended.reading}
            and read.retired_at is null))`,
    )
    .select([
      'derivatives.source_hash',
      'derivatives.audience',
      'derivatives.policy_version',
      'derivatives.format',
      'derivatives.object_key',
      'derivatives.sha256',
      'derivatives.manifest',
    ])
    .orderBy('derivatives.source_hash')
    .orderBy('derivatives.format')
    .limit(limit)
    .forUpdate('derivatives')
    .skipLocked()
    .execute();
}

export async function listRetiredWithObjects(db: Database, graceSeconds: number, limit: number) {
  return db
    .selectFrom('derivatives')
    .where('retired_at', '<', sql<Date>`clock_timestamp() - ${graceSeconds} * interval '1 second'`)
    .where('objects_deleted_at', 'is', null)
    .select(['source_hash', 'audience', 'policy_version', 'format'])
    .orderBy('retired_at')
    .limit(limit)
    .execute();
}

/** Still retired, and for so long: a file that was made anew meanwhile keeps its objects. */
export async function lockRetiredFile(
  trx: Trx,
  name: { source_hash: string; audience: string; policy_version: number; format: string },
  graceSeconds: number,
) {
  return trx
    .selectFrom('derivatives')
    .where('source_hash', '=', name.source_hash)
    .where('audience', '=', name.audience)
    .where('policy_version', '=', name.policy_version)
    .where('format', '=', name.format)
    .where('retired_at', '<', sql<Date>`clock_timestamp() - ${graceSeconds} * interval '1 second'`)
    .where('objects_deleted_at', 'is', null)
    .select(['object_key', 'manifest_key', 'sha256', 'retired_why'])
    .forUpdate()
    .executeTakeFirst();
}

export async function markObjectsDeleted(trx: Trx, objectKey: string): Promise<void> {
  await trx
    .updateTable('derivatives')
    .set({ objects_deleted_at: sql`clock_timestamp()` })
    .where('object_key', '=', objectKey)
    .execute();
}

/** So many days ago, by the database's clock. */
export async function getDaysAgo(db: Database | Trx, days: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select clock_timestamp() - ${days} * interval '1 day' as at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database does not tell the time');
  return row.at;
}
