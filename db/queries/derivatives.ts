import type { Insertable } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { DerivativesTable } from '#db/tables.ts';

export interface DerivativeNameRow {
  source_hash: string;
  audience: string;
  policy_version: number;
  format: string;
}

/** For the workers, which have no person behind them. */
export async function unsafeFindDerivative(db: Database | Trx, name: DerivativeNameRow) {
  return db
    .selectFrom('derivatives')
    .select(['object_key', 'manifest_key', 'sha256'])
    .where('source_hash', '=', name.source_hash)
    .where('audience', '=', name.audience)
    .where('policy_version', '=', name.policy_version)
    .where('format', '=', name.format)
    .executeTakeFirst();
}

/** False where one of that name was published before: the name is taken for good. */
export async function insertDerivative(trx: Trx, row: Insertable<DerivativesTable>): Promise<boolean> {
  const inserted = await trx
    .insertInto('derivatives')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['source_hash', 'audience', 'policy_version', 'format']).doNothing(),
    )
    .returning('source_hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What is made or has failed for good, of all that these versions could have. */
export async function listSettledNames(
  db: Database | Trx,
  audience: string,
  policyVersion: number,
  sourceHashes: readonly string[],
): Promise<{ source_hash: string; format: string }[]> {
  if (sourceHashes.length === 0) return [];
  return db
    .selectFrom('derivatives')
    .select(['source_hash', 'format'])
    .where('audience', '=', audience)
    .where('policy_version', '=', policyVersion)
    .where('source_hash', 'in', sourceHashes)
    .union((eb) =>
      eb
        .selectFrom('derivative_failures')
        .select(['source_hash', 'format'])
        .where('audience', '=', audience)
        .where('policy_version', '=', policyVersion)
        .where('source_hash', 'in', sourceHashes),
    )
    .execute();
}
