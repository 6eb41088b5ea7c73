import { sql } from 'kysely';
import type { Database } from '#db/client.ts';

export interface FindingScope {
  audience?: string;
  policyVersion?: number;
}

/** What an inspection found, with whether the name was made anew since. */
export async function listFindings(
  db: Database,
  inspectionId: string,
  scope: FindingScope,
  page: { after: string; limit: number },
) {
  return db
    .selectFrom('inspection_findings as found')
    .leftJoin('derivatives as row', (join) =>
      join
        .onRef('row.source_hash', '=', 'found.source_hash')
        .onRef('row.audience', '=', 'found.audience')
        .onRef('row.policy_version', '=', 'found.policy_version')
        .onRef('row.format', '=', 'found.format'),
    )
    .where('found.inspection_id', '=', inspectionId)
    .where('found.object_key', '>', page.after)
    .$if(scope.audience !== undefined, (query) => query.where('found.audience', '=', scope.audience ?? ''))
    .$if(scope.policyVersion !== undefined, (query) =>
      query.where('found.policy_version', '=', scope.policyVersion ?? 0),
    )
    .select([
      'found.object_key',
      'found.kind',
      'found.source_hash',
      'found.audience',
      'found.policy_version',
      'found.format',
      'found.fence',
      'found.expected',
      'found.found',
      'row.retired_why',
      sql<boolean>`coalesce(row.fence <> found.fence, false)`.as('is_remade'),
      sql<boolean>`exists (select from derivative_remakes r
        where r.source_hash = found.source_hash and r.audience = found.audience
          and r.policy_version = found.policy_version and r.format = found.format
          and r.settled_at is null)`.as('is_being_remade'),
    ])
    .orderBy('found.object_key')
    .limit(page.limit)
    .execute();
}
export type FindingRow = Awaited<ReturnType<typeof listFindings>>[number];

/** How many findings of a version there are, and how many of them name a file that was not made anew yet. */
export async function countFindings(
  db: Database,
  inspectionId: string,
  version: { audience: string; policyVersion: number },
): Promise<{ found: number; open: number }> {
  const { rows } = await sql<{ found: number; open: number }>`
    select count(*) as found, count(*) filter (where d.fence = f.fence and not exists (
      select from derivative_remakes r
      where r.source_hash = d.source_hash and r.audience = d.audience and r.policy_version = d.policy_version
        and r.format = d.format and r.settled_at is null)) as open
    from inspection_findings f
    left join derivatives d on d.source_hash = f.source_hash and d.audience = f.audience
      and d.policy_version = f.policy_version and d.format = f.format
    where f.inspection_id = ${inspectionId} and f.audience = ${version.audience}
      and f.policy_version = ${version.policyVersion}`.execute(db);
  return rows[0] ?? { found: 0, open: 0 };
}
