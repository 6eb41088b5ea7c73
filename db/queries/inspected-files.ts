import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

export interface InspectionScope {
  audience: string | null;
  policyVersion: number | null;
}

/** Files that are given out: what an inspection holds against the store. */
function givenOut(db: Database | Trx, scope: InspectionScope) {
  return db
    .selectFrom('derivatives')
    .where('retired_at', 'is', null)
    .$if(scope.audience !== null, (query) => query.where('audience', '=', scope.audience ?? ''))
    .$if(scope.policyVersion !== null, (query) =>
      query.where('policy_version', '=', scope.policyVersion ?? 0),
    );
}

export async function countInspectedRows(db: Database | Trx, scope: InspectionScope): Promise<number> {
  const { count } = await givenOut(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** In the order of their object keys, so that a look that was cut short goes on where it was. */
export async function listInspectedRows(
  db: Database,
  scope: InspectionScope,
  page: { after: string; limit: number },
) {
  return givenOut(db, scope)
    .where('object_key', '>', page.after)
    .select([
      'source_hash',
      'audience',
      'policy_version',
      'format',
      'object_key',
      'manifest_key',
      'sha256',
      'byte_size',
      'fence',
      'manifest',
    ])
    .orderBy('object_key')
    .limit(page.limit)
    .execute();
}
export type InspectedRow = Awaited<ReturnType<typeof listInspectedRows>>[number];

/**
 * Which of these keys no row names and no live attempt is writing: its name and fence are those of a leased job.
 * One statement, so that an attempt that publishes meanwhile is seen as the one or as the other.
 */
export async function listOrphanKeys(
  db: Database | Trx,
  objects: readonly { key: string; name: string; fence: number }[],
): Promise<string[]> {
  if (objects.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select met.key
    from unnest(${objects.map(({ key }) => key)}::text[], ${objects.map(({ name }) => name)}::text[],
      ${objects.map(({ fence }) => fence)}::bigint[]) as met (key, name, fence)
    where not exists (select from derivatives d where d.object_key = met.key)
      and not exists (select from derivatives d where d.manifest_key = met.key)
      and not exists (select from jobs j
        where j.queue = 'derive' and j.dedup_key = met.name and j.fence = met.fence
          and coalesce(j.lease_until, '-infinity') > clock_timestamp())
    order by met.key`.execute(db);
  return rows.map(({ key }) => key);
}
