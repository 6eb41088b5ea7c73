import {
  findVersionOfRecipe,
  forgetCutoutFailure,
  rememberCutoutFailure,
  unsafeFindCutoutBase,
} from '#db/queries/cutouts.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { asCutoutError, cutoutFailure } from './cutout-failure.ts';
import { type CutoutJobPayload, cutoutJobPayload } from './cutout-job.ts';
import { cutterOf } from './cutter.ts';
import { type KeepMaster, publishCutout } from './publish-cutout.ts';
import { rightsOf } from './rights-of.ts';

/** A removal of the same master is a matter of seconds. */
const busyMs = 2000;

/**
 * One cut-out: look for the version, read the master, cut in private, judge the file as any upload is judged, publish. A crash
 * before leaves nothing visible; a crash after is harmless on replay. Keeping masters is the ingest stage's part.
 */
export const cutoutHandler = (keepMaster: KeepMaster): JobHandler => ({
  async run(services, job, signal) {
    const order = parseOrder(job);
    if (await findVersionOfRecipe(services.db, order.asset_id, order.recipe_sha256))
      return await endJob(services, job);
    try {
      return await makeVersion(services, { order, job, signal }, keepMaster);
    } catch (error) {
      throw asCutoutError(error);
    }
  },

  async onDead(trx, job, error) {
    const { asset_id, recipe_sha256, made_how } = parseOrder(job);
    const failure = cutoutFailure(error);
    await rememberCutoutFailure(trx, {
      asset_id,
      recipe_sha256,
      made_how: JSON.stringify(made_how),
      job_id: job.id,
      ...failure,
    });
    await recordAudit(trx, callerOf(job), {
      action: 'asset.cutout_failed',
      subjectKind: 'asset',
      subjectId: asset_id,
      result: 'failed',
      code: failure.code,
      detail: { job_id: job.id, error: error.message, made_how },
    });
  },

  async onRequeue(_services, trx, job) {
    const { asset_id, recipe_sha256 } = parseOrder(job);
    await forgetCutoutFailure(trx, asset_id, recipe_sha256);
  },
});

async function makeVersion(
  services: Services,
  { order, job, signal }: { order: CutoutJobPayload; job: ClaimedJob; signal: AbortSignal },
  keepMaster: KeepMaster,
): Promise<JobOutcome> {
  const base = await unsafeFindCutoutBase(services.db, order.asset_id, order.made_how.from_version);
  if (base?.sha256 !== order.made_how.from_master_sha256)
    throw new JobError('source_invalid', 'the original that was to be cut out is gone', { permanent: true });
  const cutOrder = {
    masterSha256: base.sha256,
    parameters: order.parameters,
    rights: rightsOf(base.facts),
  };
  return cutterOf(services, 'jobs').cut(cutOrder, signal, async (cut) => {
    services.log.info({ job_id: job.id, ...cut.facts.cost }, 'a background was removed');
    const work = { order, job, cut, edits: base.edits, caller: callerOf(job) };
    const outcome = await publishCutout(services, work, { keepMaster, signal });
    if (outcome === 'busy') return { state: 'later', ms: busyMs };
    return { state: outcome === 'published' ? 'done' : 'duplicate' };
  });
}

/** Throws a permanent `JobError`: what cannot be read now cannot be read at the next attempt. */
function parseOrder(job: Pick<ClaimedJob, 'payload'>): CutoutJobPayload {
  const parsed = cutoutJobPayload.safeParse(job.payload);
  if (parsed.success) return parsed.data;
  throw new JobError('internal', `no cut-out job: ${parsed.error.message}`, { permanent: true });
}

async function endJob(services: Services, job: ClaimedJob): Promise<JobOutcome> {
  await services.db.transaction().execute((trx) => finishJob(trx, job));
  return { state: 'duplicate' };
}

/** The job's id leads to whoever asked for it. */
function callerOf(job: ClaimedJob) {
  return systemCaller('cutout', { requestId: job.id });
}
