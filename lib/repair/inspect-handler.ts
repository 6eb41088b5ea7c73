import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  findInspection,
  type InspectionRow,
  type InspectionScope,
  listInspectedRows,
  listOrphanKeys,
  markInspectionFailed,
  type NewFinding,
  recordProgress,
} from '#db/queries/inspections.ts';
import { findReconciliation, markReconciled } from '#db/queries/reconciliation.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import { holdJob } from '#lib/jobs/hold-job.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { inspectRow } from './inspect-row.ts';
import { readDerivativeKey } from './inspection-key.ts';
import { reconcile } from './reconcile.ts';
import { requeueFindings } from './requeue-findings.ts';

const payload = z.union([z.object({ inspection_id: z.uuid() }), z.object({ reconciliation_id: z.uuid() })]);

const rowsAtATime = 50;
const objectsAtATime = 1000;

/** One attempt gives way before the queue's limit and goes on from where it was: an inspection may take hours. */
const patienceMs = 5 * 60_000;

type Step = Parameters<typeof recordProgress>[2];

/**
 * Rows against the store, then the store against rows. Each page of it is stored with the place where the next one
 * begins, under the job's fence, so that whoever takes over repeats one page at most and memory stays bounded.
 */
export const inspectHandler: JobHandler = {
  async run(services, job, signal) {
    const order = parse(job);
    if ('reconciliation_id' in order)
      return await runReconciliation(services, job, order.reconciliation_id, signal);
    const id = order.inspection_id;
    const until = performance.now() + patienceMs;
    for (;;) {
      const inspection = await findInspection(services.db, id);
      if (!inspection || inspection.phase === 'done') break;
      const step = await nextStep(services, inspection, signal);
      signal.throwIfAborted();
      await services.db.transaction().execute(async (trx) => {
        await holdJob(trx, job);
        await recordProgress(trx, id, step);
      });
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

async function runReconciliation(
  services: Services,
  job: ClaimedJob,
  id: string,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const wanted = await findReconciliation(services.db, id);
  if (wanted) {
    const caller = systemCaller('repair', { requestId: job.id });
    await reconcile(services, caller, { id, dryRun: wanted.dry_run, signal });
  }
  await services.db.transaction().execute(async (trx) => {
    await finishJob(trx, job);
    await markReconciled(trx, id, null);
  });
  return { state: 'done' };
}

function parse(job: ClaimedJob) {
  const parsed = payload.safeParse(job.payload);
  if (parsed.success) return parsed.data;
  throw new JobError('internal', `no inspection: ${parsed.error.message}`, { permanent: true });
}

function nextStep(services: Services, inspection: InspectionRow, signal: AbortSignal): Promise<Step> {
  return inspection.phase === 'rows'
    ? inspectRows(services, inspection, signal)
    : inspectObjects(services, inspection, signal);
}

async function inspectRows(
  { db, store }: Services,
  inspection: InspectionRow,
  signal: AbortSignal,
): Promise<Step> {
  const page = { after: inspection.position, limit: rowsAtATime };
  const rows = await listInspectedRows(db, scopeOf(inspection), page);
  const step: Step = {
    ...nothing,
    phase: 'rows',
    position: rows.at(-1)?.object_key ?? '',
    rows: rows.length,
  };
  const findings: NewFinding[] = [];
  for (const row of rows) {
    signal.throwIfAborted();
    const readsBytes = isSampled(inspection, row.object_key);
    const { finding, bytesRead } = await inspectRow(store, row, { readsBytes, signal });
    if (finding) findings.push(finding);
    if (bytesRead !== null) {
      step.filesRead += 1;
      step.bytesRead += bytesRead;
    }
  }
  const isLast = rows.length < rowsAtATime;
  return { ...step, findings, ...(isLast ? { phase: 'objects' as const, position: '' } : {}) };
}

/** Which version an object is of stands behind its source hash in its key, so every listing goes through all. */
async function inspectObjects(
  { db, store }: Services,
  inspection: InspectionRow,
  signal: AbortSignal,
): Promise<Step> {
  const keys: string[] = [];
  for await (const { key } of store.list('derivatives/', inspection.position || undefined)) {
    signal.throwIfAborted();
    keys.push(key);
    if (keys.length === objectsAtATime) break;
  }
  const objects = keys
    .flatMap((key) => readDerivativeKey(key) ?? [])
    .filter((each) => isInScope(inspection, each));
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const findings = (await listOrphanKeys(db, objects)).map((key): NewFinding => {
    const object = byKey.get(key);
    return {
      object_key: key,
      kind: 'orphan',
      audience: object?.audience ?? null,
      policy_version: object?.policyVersion ?? null,
      fence: object?.fence ?? null,
      expected: 'a row that names it',
      found: 'none',
    };
  });
  const isLast = keys.length < objectsAtATime;
  return {
    ...nothing,
    phase: isLast ? 'done' : 'objects',
    position: keys.at(-1) ?? '',
    objects: objects.length,
    findings,
  };
}

const nothing = { rows: 0, filesRead: 0, bytesRead: 0, objects: 0, findings: [] };

function scopeOf({ audience, policy_version }: InspectionRow): InspectionScope {
  return { audience, policyVersion: policy_version };
}

function isInScope(
  { audience, policy_version }: InspectionRow,
  object: { audience: string; policyVersion: number },
): boolean {
  if (audience !== null && object.audience !== audience) return false;
  return policy_version === null || object.policyVersion === policy_version;
}

/** Drawn by the key and the inspection, so that one that was cut short reads the same, and the next one others. */
function isSampled({ id, sample_every }: InspectionRow, key: string): boolean {
  if (sample_every === 1) return true;
  const drawn = createHash('sha256').update(`${id} ${key}`).digest().readUInt32BE(0);
  return drawn % sample_every === 0;
}
