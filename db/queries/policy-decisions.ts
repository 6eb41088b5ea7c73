import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';

/** Activations and suspensions of an audience in the order they were made, which their shared sequence gives. */
export async function listPolicyDecisions(db: Database | Trx, audience: string) {
  const activations = db
    .selectFrom('policy_activations')
    .where('policy_activations.audience', '=', audience)
    .select((eb) => [
      'policy_activations.id',
      'policy_activations.policy_version',
      eb.val('activated').as('kind'),
      'policy_activations.replaced_version as other_version',
      'policy_activations.reason',
      'policy_activations.created_at',
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'policy_activations.activated_by')
          .select(['users.id', 'users.name']),
      ).as('by'),
    ]);
  const suspensions = db
    .selectFrom('policy_suspensions')
    .where('policy_suspensions.audience', '=', audience)
    .select((eb) => [
      'policy_suspensions.id',
      'policy_suspensions.policy_version',
      eb.val('suspended').as('kind'),
      'policy_suspensions.fallback_version as other_version',
      'policy_suspensions.reason',
      'policy_suspensions.created_at',
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'policy_suspensions.suspended_by')
          .select(['users.id', 'users.name']),
      ).as('by'),
    ]);
  const [made, stopped] = await Promise.all([activations.execute(), suspensions.execute()]);
  return [...made, ...stopped].sort((left, right) => left.id - right.id);
}

export async function insertActivation(
  trx: Trx,
  row: { audience: string; version: number; replaced: number | null; reason: string; by: string | null },
): Promise<void> {
  await trx
    .insertInto('policy_activations')
    .values({
      audience: row.audience,
      policy_version: row.version,
      replaced_version: row.replaced,
      reason: row.reason,
      activated_by: row.by,
    })
    .execute();
}

export async function insertSuspension(
  trx: Trx,
  row: { audience: string; version: number; fallback: number | null; reason: string; by: string | null },
): Promise<void> {
  await trx
    .insertInto('policy_suspensions')
    .values({
      audience: row.audience,
      policy_version: row.version,
      fallback_version: row.fallback,
      reason: row.reason,
      suspended_by: row.by,
    })
    .execute();
}
