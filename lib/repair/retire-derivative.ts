import { rememberFailure } from '#db/queries/derivative-failures.ts';
import { settleRemake } from '#db/queries/derivative-remakes.ts';
import { lockDerivative, updateRetired } from '#db/queries/derivatives.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { type DerivativeKey, derivativeName } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';

export interface Retiring extends DerivativeKey {
  reason: string;
}

/**
 * Takes one published file out of use: nobody gets it again until it is made anew, and no earlier version's stands in
 * for it. Its manifest stays. The objects go once no signed URL can be out.
 */
export async function retireDerivative(
  { db }: Services,
  caller: Caller,
  { reason, ...key }: Retiring,
): Promise<{ name: string }> {
  requirePermission(caller.actor, 'derivative.retire');
  return db.transaction().execute(async (trx) => {
    const row = await lockDerivative(trx, key);
    if (!row) throw notFound('file');
    if (row.retired_why === 'by_hand') throw new Problem('conflict', 'This file is out of use already.');
    await updateRetired(trx, key, { why: 'by_hand', by: personId(caller), reason });
    // It is not to come back by a job that was asked for before.
    await settleRemake(trx, key, 'dropped');
    await rememberFailure(trx, key, {
      job_id: row.job_id,
      code: 'retired',
      message: 'The brand team took this file out of use.',
    });
    const name = derivativeName(key);
    await recordAudit(trx, caller, {
      action: 'derivative.retired',
      subjectKind: 'derivative',
      subjectId: name,
      code: 'by_hand',
      detail: { reason, sha256: row.sha256, object_key: row.object_key, manifest: row.manifest },
    });
    return { name };
  });
}
