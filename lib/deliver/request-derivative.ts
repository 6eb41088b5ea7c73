import { validate as isUuid } from 'uuid';
import {
  findReadableSource,
  unsafeListDerivativeFailures,
  unsafeListDerivatives,
  unsafeListLiveDeriveJobs,
} from '#db/queries/readable-derivatives.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { derivativeJob } from '#lib/policy/derivative-job.ts';
import { findReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import { versionEdits } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import { bestDerivative, shownVersions } from './best-derivative.ts';
import { derivativePaths } from './derivative-paths.ts';
import { policySuspended } from './policy-suspended.ts';
import { readerOf } from './reader-of.ts';
import { refuseStorms } from './refuse-storms.ts';

export interface DerivativeInput {
  assetId: string;
  audience: string;
  format: string;
}

export type DerivativeAnswer =
  /** With `pending`, the file is of an earlier policy version while that of the active one is made. */
  | {
      state: 'published';
      url: string;
      view_url: string;
      manifest_url: string;
      pending?: true;
      status_url?: string;
    }
  | { state: 'queued'; status_url: string }
  /** It was tried and cannot be made; `code` is the error's category. */
  | { state: 'failed'; code: string; message: string };

/**
 * Asks for the file of one format. Answers it where it is there, and has it made where it is not; asking again
 * makes no second job. Throws 404 for what the caller may not see and 409 where the policy is suspended.
 */
export async function requestDerivative(
  services: Services,
  caller: Caller,
  { assetId, audience, format }: DerivativeInput,
): Promise<DerivativeAnswer> {
  const { db } = services;
  const reader = readerOf(caller.actor, audience);
  const source = isUuid(assetId) ? await findReadableSource(db, reader, assetId) : undefined;
  if (!source) throw notFound('file');
  const policy = await findReadingPolicy(db, audience);
  if (policy.state === 'suspended') throw policySuspended();
  const contract = policy.state === 'reads' && policy.contracts.find((each) => each.format === format);
  if (policy.state !== 'reads' || !contract) throw notFound('format');

  const versions = shownVersions(policy);
  const names = { audience, sourceHashes: [source.source_hash], format };
  const files = await unsafeListDerivatives(db, { ...names, policyVersions: versions });
  const file = bestDerivative(files, versions);
  const earlier = file && { state: 'published' as const, ...derivativePaths(file, assetId) };
  if (earlier && file.policy_version === policy.version) return earlier;
  const [failure] = await unsafeListDerivativeFailures(db, { ...names, policyVersion: policy.version });
  if (failure && !earlier) return { state: 'failed', code: failure.code, message: failure.message };
  // A remembered failure is not tried again until someone requeues it.
  if (failure && earlier) return { ...earlier, pending: true };

  const job = derivativeJob({
    source_hash: source.source_hash,
    master_sha256: source.master_sha256,
    edits: versionEdits.nullable().parse(source.edits),
    audience,
    policy_version: policy.version,
    contract,
    actorId: reader.personId ?? undefined,
    onDemand: true,
  });
  if (!earlier) return { state: 'queued', status_url: await enqueueOnce(services, caller, job) };
  try {
    return { ...earlier, pending: true, status_url: await enqueueOnce(services, caller, job) };
  } catch (error) {
    // A full queue is no reason to keep a file back that is there.
    if (error instanceof Problem) return { ...earlier, pending: true };
    throw error;
  }
}

/** The path under which the job can be followed: a new one's, or that of the one that is at it. */
async function enqueueOnce(
  { db, env }: Services,
  caller: Caller,
  job: ReturnType<typeof derivativeJob>,
): Promise<string> {
  const [living] = await unsafeListLiveDeriveJobs(db, [job.dedupKey]);
  if (living) return `/api/jobs/${living.id}`;
  const asked = { actorId: job.actorId ?? null, audience: job.audience, priority: job.priority };
  await refuseStorms(db, env, asked);
  return db.transaction().execute(async (trx) => {
    const { id, created } = await enqueueJob(trx, job);
    if (created)
      await recordAudit(trx, caller, {
        action: 'derivative.requested',
        subjectKind: 'derivative',
        subjectId: job.dedupKey,
        detail: { job_id: id },
      });
    return `/api/jobs/${id}`;
  });
}
