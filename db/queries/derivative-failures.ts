import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { DerivativeNameRow } from './derivatives.ts';

/** The newest failure of a name is the one that is answered. */
export async function rememberFailure(
  trx: Trx,
  name: DerivativeNameRow,
  failure: { job_id: string; code: string; message: string },
): Promise<void> {
  await trx
    .insertInto('derivative_failures')
    .values({ ...name, ...failure })
    .onConflict((conflict) =>
      conflict
        .columns(['source_hash', 'audience', 'policy_version', 'format'])
        .doUpdateSet({ ...failure, failed_at: sql`clock_timestamp()` }),
    )
    .execute();
}

export async function forgetFailure(trx: Trx, name: DerivativeNameRow): Promise<void> {
  await trx
    .deleteFrom('derivative_failures')
    .where('source_hash', '=', name.source_hash)
    .where('audience', '=', name.audience)
    .where('policy_version', '=', name.policy_version)
    .where('format', '=', name.format)
    .execute();
}

/** The same, unless somebody took the file out of use: that is a decision, no accident. */
export async function forgetAccident(trx: Trx, name: DerivativeNameRow): Promise<void> {
  await trx
    .deleteFrom('derivative_failures')
    .where('source_hash', '=', name.source_hash)
    .where('audience', '=', name.audience)
    .where('policy_version', '=', name.policy_version)
    .where('format', '=', name.format)
    .where('code', '!=', 'retired')
    .execute();
}
