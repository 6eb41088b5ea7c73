import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { RemakeOutcome } from '#lib/lifecycle.ts';
import type { DerivativeNameRow } from './derivatives.ts';

const ofName = (name: DerivativeNameRow) => sql<boolean>`source_hash = ${name.source_hash}
  and audience = ${name.audience} and policy_version = ${name.policy_version} and format = ${name.format}`;

/** The request to make a published name anew that nobody has settled yet. */
export async function findOpenRemake(db: Database | Trx, name: DerivativeNameRow) {
  return db
    .selectFrom('derivative_remakes')
    .select(['id', 'accepts_new_bytes', 'reason', 'replaced_fence'])
    .where(ofName(name))
    .where('settled_at', 'is', null)
    .executeTakeFirst();
}

/** False where the name has an open one: a second request changes nothing. */
export async function insertRemake(
  trx: Trx,
  name: DerivativeNameRow,
  remake: {
    id: string;
    jobId: string;
    replacedFence: number;
    acceptsNewBytes: boolean;
    reason: string;
    by: string | null;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('derivative_remakes')
    .values({
      id: remake.id,
      source_hash: name.source_hash,
      audience: name.audience,
      policy_version: name.policy_version,
      format: name.format,
      job_id: remake.jobId,
      replaced_fence: remake.replacedFence,
      accepts_new_bytes: remake.acceptsNewBytes,
      reason: remake.reason,
      requested_by: remake.by,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['source_hash', 'audience', 'policy_version', 'format'])
        .where('settled_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends whatever request is open for the name. */
export async function settleRemake(
  trx: Trx,
  name: DerivativeNameRow,
  outcome: RemakeOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('derivative_remakes')
    .set({ settled_at: sql`clock_timestamp()`, outcome })
    .where(ofName(name))
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many names of a version are being made anew, and how those that were asked for lately came out. */
export async function countRemakes(
  db: Database,
  version: { audience: string; policyVersion: number },
): Promise<{ outcome: RemakeOutcome | null; count: number }[]> {
  const { rows } = await sql<{ outcome: RemakeOutcome | null; count: number }>`
    select outcome, count(*) as count from derivative_remakes
    where audience = ${version.audience} and policy_version = ${version.policyVersion}
      and (settled_at is null or settled_at > clock_timestamp() - interval '1 day')
    group by outcome`.execute(db);
  return rows;
}
