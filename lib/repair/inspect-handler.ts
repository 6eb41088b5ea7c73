import { z } from 'zod';
import { findInspection, markInspectionFailed } from '#db/queries/inspections.ts';
import { markReconciled } from '#db/queries/reconciliation.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob, JobHandler } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { nextStep, storeStep } from './inspection-steps.ts';
import { reconcile } from './reconcile.ts';
import { requeueFindings } from './requeue-findings.ts';

const payload = z.union([z.object({ inspection_id: z.uuid() }), z.object({ reconciliation_id: z.uuid() })]);

/** One attempt gives way before the queue's limit and goes on from where it was: an inspection may take hours. */
const patienceMs = 5 * 60_000;

/**
 * Rows against the store, then the store against rows. Each page of it is stored with the place where the next one
 * begins, under the job's fence, so that whoever takes over repeats one page at most and memory stays bounded.
 */
export const inspectHandler: JobHandler = {
  async run(services, job, signal) {
    const order = parse(job);
    if ('reconciliation_id' in order)
      return await reconcile(services, job, order.reconciliation_id, { signal, patienceMs });
    const id = order.inspection_id;
    const until = performance.now() + patienceMs;
    for (;;) {
      const inspection = await findInspection(services.db, id);
      if (!inspection || inspection.phase === 'done') break;
      const step = await nextStep(services, inspection, signal);
      signal.throwIfAborted();
      await storeStep(services, job, id, step);
      if (step.phase !== 'done' && performance.now() > until) return { state: 'later', ms: 0 };
    }
    const inspection = await findInspection(services.db, id);
    if (inspection?.requeues)
      await requeueFindings(services, systemCaller('repair', { requestId: job.id }), { inspectionId: id });
    await services.db.transaction().execute(async (trx) => {
      await finishJob(trx, job);
      await recordAudit(trx, systemCaller('repair', { requestId: job.id }), {
        action: 'inspection.finished',
        subjectKind: 'inspection',
        subjectId: id,
        detail: {
          rows: inspection?.rows_checked,
          files_read: inspection?.files_read,
          objects: inspection?.objects_checked,
        },
      });
    });
    return { state: 'done' };
  },

  async onDead(trx, job, error) {
    const order = parse(job);
    const failure = `${error.category}: ${error.message}`;
    if ('inspection_id' in order) await markInspectionFailed(trx, order.inspection_id, failure);
    else await markReconciled(trx, order.reconciliation_id, failure);
  },
};

function parse(job: ClaimedJob) {
  const parsed = payload.safeParse(job.payload);
  if (parsed.success) return parsed.data;
  throw new JobError('internal', `no inspection: ${parsed.error.message}`, { permanent: true });
}
