import { randomUUID } from 'node:crypto';
import { findAudience } from '#db/queries/audiences.ts';
import { countInspectedRows } from '#db/queries/inspected-files.ts';
import { insertInspection } from '#db/queries/inspections.ts';
import { findPolicyVersion } from '#db/queries/render-facts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { sampleEvery } from './is-sampled.ts';

export interface InspectionInput {
  /** Left out: of all audiences. */
  audience?: string | undefined;
  /** Left out: all of the audience. */
  policyVersion?: number | undefined;
  /** Reads every file, not a sample. */
  allBytes: boolean;
  /** Has what was found made anew at its end. */
  requeues?: boolean | undefined;
}

/** Has the store looked through for what a policy version gives; whoever asks follows it by its id. */
export async function startInspection(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { audience, policyVersion, allBytes, requeues = false }: InspectionInput,
): Promise<{ id: string }> {
  requirePermission(caller.actor, 'repair.act');
  const { db } = services;
  if (audience !== undefined && !(await findAudience(db, audience))) throw notFound('audience');
  if (audience !== undefined && policyVersion !== undefined) {
    if (!(await findPolicyVersion(db, audience, policyVersion))) throw notFound('policy version');
  }
  const scope = { audience: audience ?? null, policyVersion: policyVersion ?? null };
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    const rows = await countInspectedRows(trx, scope);
    await insertInspection(trx, {
      id,
      audience: scope.audience,
      policy_version: scope.policyVersion,
      all_bytes: allBytes,
      requeues,
      requested_by: personId(caller),
      rows_expected: rows,
      sample_every: sampleEvery(rows, allBytes),
    });
    await enqueueJob(trx, { queue: 'inspect', payload: { inspection_id: id }, dedupKey: id, audience });
    await recordAudit(trx, caller, {
      action: 'inspection.started',
      subjectKind: 'inspection',
      subjectId: id,
      detail: { ...scope, all_bytes: allBytes, requeues },
    });
  });
  return { id };
}
