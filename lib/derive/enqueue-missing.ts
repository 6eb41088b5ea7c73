import type { Trx } from '#db/client.ts';
import type { ApprovedSource } from '#db/queries/approved-sources.ts';
import { listSettledNames } from '#db/queries/derivatives.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { derivativeJob } from '#lib/policy/derivative-job.ts';
import { isPromised } from '#lib/policy/is-promised.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import { versionEdits } from '#lib/policy/source-hash.ts';

/** Bounds one statement: each job carries its whole contract. */
const batch = 500;

/**
 * Makes the jobs of what a policy version promises at approval, thumbnails always among it, for sources that have
 * neither the file nor a remembered failure. What has a live job keeps that one. Answers how many it made.
 */
export async function enqueueMissing(
  trx: Trx,
  audience: string,
  policy: { version: number; contracts: readonly OutputContract[] },
  sources: readonly ApprovedSource[],
): Promise<number> {
  const promised = policy.contracts.filter(isPromised).map((contract) => outputContract.parse(contract));
  let made = 0;
  for (let first = 0; first < sources.length; first += batch) {
    const some = sources.slice(first, first + batch);
    const hashes = some.map(({ source_hash }) => source_hash);
    const settled = await listSettledNames(trx, audience, policy.version, hashes);
    const isSettled = new Set(settled.map(({ source_hash, format }) => `${source_hash}/${format}`));
    const jobs = some.flatMap((source) =>
      promised
        .filter(({ format }) => !isSettled.has(`${source.source_hash}/${format}`))
        .map((contract) => jobOf(source, audience, policy.version, contract)),
    );
    made += (await enqueueJobs(trx, jobs)).filter(({ created }) => created).length;
  }
  return made;
}

function jobOf(source: ApprovedSource, audience: string, policy_version: number, contract: OutputContract) {
  const { source_hash, master_sha256 } = source;
  const edits = versionEdits.nullable().parse(source.edits);
  return derivativeJob({ source_hash, master_sha256, edits, audience, policy_version, contract });
}
