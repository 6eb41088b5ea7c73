import { forgetAccident, rememberFailure } from '#db/queries/derivative-failures.ts';
import { settleRemake } from '#db/queries/derivative-remakes.ts';
import { findPolicyVersion } from '#db/queries/render-facts.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { type DeriveJobPayload, derivativeName, deriveJobPayload } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';
import { callerOf } from './derive-caller.ts';
import { makeDerivative } from './make-derivative.ts';
import { asRenderError, publicFailure } from './render-failure.ts';
import { standingOf } from './settle-remake.ts';

/** One derivative, in the order that makes crashes harmless: look for the row, render privately, verify, publish. */
export const deriveHandler: JobHandler = {
  async run(services, job, signal) {
    const order = parseOrder(job);
    if ((await standingOf(services.db, nameOf(order))) === 'published')
      return await endJob(services, job, order, 'duplicate');
    const policy = await findPolicyVersion(services.db, order.audience, order.policy_version);
    if (!policy) throw new JobError('internal', 'the policy version does not exist', { permanent: true });
    // A suspension stops what has not started; what is being rendered may end, as reads pass the version over. The
    // job leaves no failure behind: activating the version again plans its files anew.
    if (policy.state === 'suspended') return await endJob(services, job, order, 'policy_suspended');
    try {
      return await makeDerivative(services, { order, policy, job, signal });
    } catch (error) {
      throw asRenderError(error);
    }
  },

  async onDead(trx, job, error) {
    const order = parseOrder(job);
    await settleRemake(trx, nameOf(order), 'failed');
    // Nobody waits any more, but the file could still be made: whoever asks again gets a new job.
    if (error.category === 'deadline_passed') return;
    const failure = publicFailure(error);
    await rememberFailure(trx, nameOf(order), { job_id: job.id, ...failure });
    await recordAudit(trx, callerOf(job), {
      action: 'derivative.failed',
      subjectKind: 'derivative',
      subjectId: derivativeName(nameOf(order)),
      result: 'failed',
      code: failure.code,
      detail: { job_id: job.id, error: error.message },
    });
  },

  async onRequeue(_services, trx, job) {
    await forgetAccident(trx, nameOf(parseOrder(job)));
  },
};

/** Throws a permanent `JobError`: what cannot be read now cannot be read at the next attempt. */
function parseOrder(job: Pick<ClaimedJob, 'payload'>): DeriveJobPayload {
  const parsed = deriveJobPayload.safeParse(job.payload);
  if (parsed.success) return parsed.data;
  throw new JobError('internal', `no derive job: ${parsed.error.message}`, { permanent: true });
}

function nameOf({ source_hash, audience, policy_version, contract }: DeriveJobPayload) {
  return { source_hash, audience, policy_version, format: contract.format };
}

/** Ends the job without a file. */
async function endJob(
  services: Services,
  job: ClaimedJob,
  order: DeriveJobPayload,
  why: 'duplicate' | 'policy_suspended',
): Promise<JobOutcome> {
  await services.db.transaction().execute(async (trx) => {
    await finishJob(trx, job);
    if (why !== 'policy_suspended') return;
    await settleRemake(trx, nameOf(order), 'dropped');
    await recordAudit(trx, callerOf(job), {
      action: 'derivative.dropped',
      subjectKind: 'derivative',
      subjectId: job.dedupKey ?? job.id,
      code: why,
      detail: { job_id: job.id },
    });
  });
  return { state: why === 'duplicate' ? 'duplicate' : 'done' };
}
