import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { approvedSources } from './approved-sources.ts';

/**
 * For each version of an audience: how many files it promises for what the audience may be given by now, and how
 * many of these are there or have failed for good. Files that are made on request are promised to nobody.
 */
export async function countPromisedFiles(db: Database, audience: string) {
  const promised = sql`(select c ->> 'format' from jsonb_array_elements(v.contracts) c
    where c ->> 'render' = 'at_approval' or c ->> 'format' = 'thumb')`;
  const count = (table: 'derivatives' | 'derivative_failures', retired = sql`true`) => sql<number>`(
    select count(*) from ${sql.table(table)} f join sources on sources.source_hash = f.source_hash
    where f.audience = v.audience and f.policy_version = v.version and ${retired} and f.format in ${promised})`;
  return db
    .with('sources', () =>
      approvedSources(db)
        .where('approval_audiences.audience', '=', audience)
        .clearSelect()
        .select('asset_versions.source_hash')
        .distinct(),
    )
    .selectFrom('policy_versions as v')
    .where('v.audience', '=', audience)
    .select([
      'v.version',
      sql<number>`(select count(*) from sources)`.as('photos'),
      sql<number>`(select count(*) from sources) * (select count(*) from ${promised} p)`.as('promised'),
      count('derivatives', sql`f.retired_at is null`).as('made'),
      count('derivative_failures').as('failed'),
    ])
    .orderBy('v.version')
    .execute();
}
