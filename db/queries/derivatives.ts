import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { DerivativesTable } from '#db/tables.ts';
import { type Retirement, remadeByAnyJob } from '#lib/lifecycle.ts';

export interface DerivativeNameRow {
  source_hash: string;
  audience: string;
  policy_version: number;
  format: string;
}

const ofName = (name: DerivativeNameRow) => sql<boolean>`derivatives.source_hash = ${name.source_hash}
  and derivatives.audience = ${name.audience} and derivatives.policy_version = ${name.policy_version}
  and derivatives.format = ${name.format}`;

const kept = [
  'object_key',
  'manifest_key',
  'sha256',
  'fence',
  'job_id',
  'master_sha256',
  'manifest',
  'retired_at',
  'retired_why',
  'retired_reason',
] as const;
export type KeptDerivative = Pick<Selectable<DerivativesTable>, (typeof kept)[number]>;

/** For the workers, which have no person behind them. */
export async function unsafeFindDerivative(
  db: Database | Trx,
  name: DerivativeNameRow,
): Promise<KeptDerivative | undefined> {
  return db.selectFrom('derivatives').select(kept).where(ofName(name)).executeTakeFirst();
}

/** Whoever retires a file or replaces it holds this lock. */
export async function lockDerivative(trx: Trx, name: DerivativeNameRow): Promise<KeptDerivative | undefined> {
  return trx.selectFrom('derivatives').select(kept).where(ofName(name)).forUpdate().executeTakeFirst();
}

/** Takes a locked file out of use. Its row, with the manifest, stays. */
export async function updateRetired(
  trx: Trx,
  name: DerivativeNameRow,
  retired: { why: Retirement; by: string | null; reason: string },
): Promise<void> {
  await trx
    .updateTable('derivatives')
    .set({
      retired_at: sql`clock_timestamp()`,
      retired_why: retired.why,
      retired_by: retired.by,
      retired_reason: retired.reason,
    })
    .where(ofName(name))
    .execute();
}

/** Puts what was made anew in the place of what the locked row named, and back into use. */
export async function replaceDerivative(
  trx: Trx,
  name: DerivativeNameRow,
  made: Omit<Insertable<DerivativesTable>, keyof DerivativeNameRow>,
): Promise<void> {
  await trx
    .updateTable('derivatives')
    .set({
      ...made,
      retired_at: null,
      retired_why: null,
      retired_by: null,
      retired_reason: null,
      objects_deleted_at: null,
    })
    .where(ofName(name))
    .execute();
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

/**
 * What is made or has failed for good, of all that these versions could have. A file that any job may make anew is
 * neither.
 */
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
    .where((eb) => eb.or([eb('retired_why', 'is', null), eb('retired_why', 'not in', remadeByAnyJob)]))
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
