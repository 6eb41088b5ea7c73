import { randomUUID } from 'node:crypto';
import type { Trx } from '#db/client.ts';
import { insertRemake } from '#db/queries/derivative-remakes.ts';
import {
  type KeptDerivative,
  lockDerivative,
  unsafeFindDerivative,
  updateRetired,
} from '#db/queries/derivatives.ts';
import { findPolicyVersion } from '#db/queries/render-facts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { type DerivativeKey, derivativeJob, derivativeName } from '#lib/policy/derivative-job.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { versionEdits } from '#lib/policy/source-hash.ts';
import { storedContracts } from '#lib/policy/stored-contracts.ts';
import type { Services } from '#lib/services.ts';

export interface Remake extends DerivativeKey {
  reason: string;
  /** The attempt that was found wanting; one that was replaced since needs nothing. */
  fence?: number | undefined;
  /** Its bytes are not what its row says: nobody gets them until it is made anew. */
  isDamaged?: boolean | undefined;
  /** Whether it may be published with other bytes than its link gave so far. */
  acceptsNewBytes?: boolean | undefined;
}

/**
 * Has one published name made anew: a new attempt under a new fence, which takes the place of the old one in the row
 * it has. False where that has been asked for already, or is no longer needed. Checks no permission.
 */
export async function remakeDerivative(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  remake: Remake,
): Promise<boolean> {
  const { source_hash, audience, policy_version, format } = remake;
  const key = { source_hash, audience, policy_version, format };
  return db.transaction().execute(async (trx) => {
    const seen = await unsafeFindDerivative(trx, key);
    if (!seen) throw notFound('file');
    if (remake.fence !== undefined && seen.fence !== remake.fence) return false;
    const order = await orderOf(trx, key, seen);
    // The job before the row, as publishing locks them.
    const job = await enqueueJob(trx, order);
    const row = await lockDerivative(trx, key);
    if (!row || (remake.fence !== undefined && row.fence !== remake.fence)) return false;
    const id = randomUUID();
    const created = await insertRemake(trx, key, {
      id,
      jobId: job.id,
      replacedFence: row.fence,
      acceptsNewBytes: remake.acceptsNewBytes ?? false,
      reason: remake.reason,
      by: personId(caller),
    });
    if (!created) return false;
    if (remake.isDamaged && row.retired_why === null)
      await updateRetired(trx, key, { why: 'damaged', by: personId(caller), reason: remake.reason });
    await recordAudit(trx, caller, {
      action: 'derivative.remake_requested',
      subjectKind: 'derivative',
      subjectId: derivativeName(key),
      detail: {
        remake_id: id,
        job_id: job.id,
        reason: remake.reason,
        fence: row.fence,
        sha256: row.sha256,
        accepts_new_bytes: remake.acceptsNewBytes ?? false,
      },
    });
    return true;
  });
}

/** By the immutable version and the source that the row names: what was asked for the first time. */
async function orderOf(trx: Trx, key: DerivativeKey, row: KeptDerivative) {
  const policy = await findPolicyVersion(trx, key.audience, key.policy_version);
  const contract = policy && storedContracts(policy.contracts).find(({ format }) => format === key.format);
  if (!policy || !contract) throw notFound('file');
  if (policy.state === 'suspended')
    throw new Problem(
      'conflict',
      `Version ${key.policy_version} is suspended: nothing of it is made. Activate it first, or inspect the version that stands in.`,
    );
  const { edits } = row.manifest as { edits?: unknown };
  return derivativeJob({
    source_hash: key.source_hash,
    master_sha256: row.master_sha256,
    edits: versionEdits.nullable().default(null).parse(edits),
    audience: key.audience,
    policy_version: key.policy_version,
    contract: outputContract.parse(contract),
  });
}
