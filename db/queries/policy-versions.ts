import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';

/** The states of all versions of these audiences, as the activation and suspension rows make them. */
export async function listVersionStates(db: Database | Trx, audiences?: readonly string[]) {
  return db
    .selectFrom('policy_version_states')
    .selectAll()
    .$if(audiences !== undefined, (query) => query.where('audience', 'in', audiences ?? []))
    .orderBy('audience')
    .orderBy('version')
    .execute();
}

export async function findPolicyContracts(
  db: Database | Trx,
  versions: readonly { audience: string; version: number }[],
) {
  if (versions.length === 0) return [];
  return db
    .selectFrom('policy_versions')
    .select(['audience', 'version', 'contracts'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('audience', 'version'),
        'in',
        versions.map(({ audience, version }) => tuple(audience, version)),
      ),
    )
    .execute();
}

/** Versions of one audience, newest first, each with who wrote it and how many files it has. */
export async function listPolicyVersionRows(db: Database | Trx, audience: string, version?: number) {
  return db
    .selectFrom('policy_versions')
    .innerJoin('policy_version_states as states', (join) =>
      join
        .onRef('states.audience', '=', 'policy_versions.audience')
        .onRef('states.version', '=', 'policy_versions.version'),
    )
    .where('policy_versions.audience', '=', audience)
    .$if(version !== undefined, (query) => query.where('policy_versions.version', '=', version ?? 0))
    .select([
      'policy_versions.version',
      'policy_versions.contracts',
      'policy_versions.note',
      'policy_versions.created_at',
      'states.state',
      'states.is_current',
      'states.fallback_version',
    ])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'policy_versions.created_by')
          .select(['users.id', 'users.name']),
      ).as('created_by'),
      eb
        .selectFrom('derivatives')
        .whereRef('derivatives.audience', '=', 'policy_versions.audience')
        .whereRef('derivatives.policy_version', '=', 'policy_versions.version')
        .where('derivatives.retired_at', 'is', null)
        .select(sql<number>`count(*)`.as('files'))
        .as('files'),
    ])
    .orderBy('policy_versions.version', 'desc')
    .execute();
}

export async function insertPolicyVersion(
  trx: Trx,
  row: { audience: string; contracts: object; note: string; createdBy: string | null },
): Promise<number> {
  const { version } = await trx
    .insertInto('policy_versions')
    .values({
      audience: row.audience,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from policy_versions where audience = ${row.audience})`,
      contracts: JSON.stringify(row.contracts),
      note: row.note,
      created_by: row.createdBy,
    })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
