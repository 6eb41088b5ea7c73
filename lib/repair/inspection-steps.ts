import { type InspectionScope, listInspectedRows, listOrphanKeys } from '#db/queries/inspected-files.ts';
import { type InspectionRow, type NewFinding, recordProgress } from '#db/queries/inspections.ts';
import { holdJob } from '#lib/jobs/hold-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import type { Services } from '#lib/services.ts';
import { inspectRow } from './inspect-row.ts';
import { readDerivativeKey } from './inspection-key.ts';
import { isSampled } from './is-sampled.ts';

const rowsAtATime = 50;
const objectsAtATime = 1000;

export type InspectionStep = Parameters<typeof recordProgress>[2];

/** Stores a page and the place where the next one begins, under the job's fence. */
export async function storeStep(
  { db }: Services,
  job: ClaimedJob,
  id: string,
  step: InspectionStep,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdJob(trx, job);
    await recordProgress(trx, id, step);
  });
}

export function nextStep(
  services: Services,
  inspection: InspectionRow,
  signal: AbortSignal,
): Promise<InspectionStep> {
  return inspection.phase === 'rows'
    ? inspectRows(services, inspection, signal)
    : inspectObjects(services, inspection, signal);
}

export async function inspectRows(
  { db, store }: Services,
  inspection: InspectionRow,
  signal: AbortSignal,
): Promise<InspectionStep> {
  const page = { after: inspection.position, limit: rowsAtATime };
  const rows = await listInspectedRows(db, scopeOf(inspection), page);
  const step: InspectionStep = {
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
): Promise<InspectionStep> {
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
