import type { Trx } from '#db/client.ts';
import { type ApprovedSource, listSourcesOfAudience } from '#db/queries/approved-sources.ts';
import { holdJob } from '#lib/jobs/hold-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { findReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import type { Services } from '#lib/services.ts';
import { enqueueMissing } from './enqueue-missing.ts';

/** Small enough that a render begins within a second of the activation, large enough that 20,000 photos are 40 of them. */
const batch = 500;

/**
 * Makes the jobs of a version that has become the one that is read, a batch a transaction: workers begin with the
 * first while the last are planned, and a planner that dies keeps what it has done, as whoever takes over makes no
 * job for what is there or under way. Ends where the version is read no more. Answers how many jobs it made.
 */
export async function planActivation(
  { db }: Pick<Services, 'db'>,
  job: ClaimedJob,
  activated: { audience: string; policy_version: number },
  signal: AbortSignal,
): Promise<number> {
  const sources = await listSourcesOfAudience(db, activated.audience);
  let made = 0;
  for (let first = 0; first < sources.length; first += batch) {
    signal.throwIfAborted();
    const some = sources.slice(first, first + batch);
    const planned = await db.transaction().execute(async (trx) => {
      await holdJob(trx, job);
      return await planBatch(trx, activated, some);
    });
    // Superseded: the activation that did it has an event of its own.
    if (planned === undefined) break;
    made += planned;
  }
  return made;
}

async function planBatch(
  trx: Trx,
  { audience, policy_version }: { audience: string; policy_version: number },
  sources: readonly ApprovedSource[],
): Promise<number | undefined> {
  const policy = await findReadingPolicy(trx, audience);
  if (policy.state !== 'reads' || policy.version !== policy_version) return undefined;
  return await enqueueMissing(trx, audience, policy, sources);
}
