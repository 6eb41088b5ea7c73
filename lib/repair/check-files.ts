import { randomUUID } from 'node:crypto';
import { countInspectedRows } from '#db/queries/inspected-files.ts';
import { findInspection, insertInspection } from '#db/queries/inspections.ts';
import { setInspection } from '#db/queries/reconciliation.ts';
import { insertFindingActs } from '#db/queries/reconciliation-acts.ts';
import { holdJob } from '#lib/jobs/hold-job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { inspectRows, storeStep } from './inspection-steps.ts';
import { sampleEvery } from './is-sampled.ts';
import type { ReconcileContext } from './reconcile-acts.ts';
import type { ReconcilePage } from './reconcile-steps.ts';
import { requeueFindings } from './requeue-findings.ts';

/** The files that audiences get, by an inspection of its own that begins with the first page. */
export async function checkFiles(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const { services, run, job, signal } = ctx;
  const { db } = services;
  if (!run.inspection_id) {
    await db.transaction().execute(async (trx) => {
      await holdJob(trx, job);
      const id = randomUUID();
      const rows = await countInspectedRows(trx, { audience: null, policyVersion: null });
      await insertInspection(trx, {
        id,
        audience: null,
        policy_version: null,
        all_bytes: run.all_bytes,
        requeues: !run.dry_run,
        requested_by: run.requested_by,
        rows_expected: rows,
        sample_every: sampleEvery(rows, run.all_bytes),
      });
      await setInspection(trx, run.id, id);
      await recordAudit(trx, ctx.caller, {
        action: 'inspection.started',
        subjectKind: 'inspection',
        subjectId: id,
        detail: { reconciliation_id: run.id, all_bytes: run.all_bytes, requeues: !run.dry_run },
      });
    });
    return { position, isLast: false };
  }
  const inspection = await findInspection(db, run.inspection_id);
  if (inspection?.phase === 'rows') {
    const step = await inspectRows(services, inspection, signal);
    // Orphans were swept by a step before: the rows are all that is left to look at.
    const isThrough = step.phase === 'objects';
    await storeStep(services, job, inspection.id, isThrough ? { ...step, phase: 'done' } : step);
    return { position: step.position, isLast: false, rows: step.rows, bytes: step.bytesRead };
  }
  if (!run.dry_run) await requeueFindings(services, ctx.caller, { inspectionId: run.inspection_id });
  await db.transaction().execute(async (trx) => {
    await holdJob(trx, job);
    await insertFindingActs(trx, run.id, run.inspection_id ?? '', !run.dry_run);
  });
  return { position: '', isLast: true };
}
