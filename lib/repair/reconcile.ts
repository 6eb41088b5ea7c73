import {
  findReconciliation,
  markReconciled,
  recordReconciliationProgress,
} from '#db/queries/reconciliation.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import { holdJob } from '#lib/jobs/hold-job.ts';
import type { ClaimedJob, JobOutcome } from '#lib/jobs/job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { settleBegunActs } from './reconcile-acts.ts';
import { reconcileSteps } from './reconcile-steps.ts';

/**
 * Brings rows and store together, a page at a time. Each page stores where the next one begins, so that whoever takes
 * over repeats one page at most, and memory stays bounded however much lies in the store. A dry run takes the same
 * way and acts nowhere. Gives way after `patienceMs`, and goes on from there.
 */
export async function reconcile(
  services: Services,
  job: ClaimedJob,
  id: string,
  { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
): Promise<JobOutcome> {
  const { db } = services;
  const caller = systemCaller('repair', { requestId: job.id });
  const until = performance.now() + patienceMs;
  for (let pages = 0; ; pages += 1) {
    const run = await findReconciliation(db, id);
    if (!run || run.finished_at) return { state: 'duplicate' };
    if (pages > 0 && performance.now() > until) return { state: 'later', ms: 0 };
    const ctx = { services, caller, job, run, signal };
    if (pages === 0 && run.step !== '') await settleBegunActs(ctx);
    const index = Math.max(
      0,
      reconcileSteps.findIndex(({ name }) => name === run.step),
    );
    const step = reconcileSteps[index];
    if (!step) return { state: 'duplicate' };
    const page = await step.take(ctx, run.position);
    signal.throwIfAborted();
    const next = page.isLast ? reconcileSteps[index + 1] : step;
    await db.transaction().execute(async (trx) => {
      await holdJob(trx, job);
      await recordReconciliationProgress(trx, id, {
        step: (next ?? step).name,
        position: page.isLast ? '' : page.position,
        objects: page.objects ?? 0,
        rows: page.rows ?? 0,
        bytes: page.bytes ?? 0,
      });
      if (next) return;
      await finishJob(trx, job);
      await markReconciled(trx, id, null);
      await recordAudit(trx, caller, {
        action: 'reconciliation.finished',
        subjectKind: 'reconciliation',
        subjectId: id,
        detail: { dry_run: run.dry_run },
      });
    });
    if (!next) return { state: 'done' };
  }
}
