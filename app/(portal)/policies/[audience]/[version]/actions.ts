'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { Problem } from '#lib/errors.ts';
import { requeueFindings } from '#lib/repair/requeue-findings.ts';
import { startInspection } from '#lib/repair/start-inspection.ts';

const version = { audience: z.string().max(40), policy_version: z.coerce.number<string>().int().min(1) };

const inspectVersion = action(
  {
    permission: 'repair.act',
    schema: z.object({ ...version, all_bytes: z.string().optional() }),
  },
  async ({ services, caller, input }) => {
    const { audience, policy_version: policyVersion } = input;
    const wanted = { audience, policyVersion, allBytes: input.all_bytes === 'on' };
    const started = await startInspection(services, caller, wanted);
    revalidatePath('/policies', 'layout');
    return started;
  },
);

const requeueVersion = action(
  { permission: 'repair.act', schema: z.object({ ...version, inspection_id: z.uuid() }) },
  async ({ services, caller, input }) => {
    const { audience, policy_version: policyVersion, inspection_id: inspectionId } = input;
    const asked = await requeueFindings(services, caller, { inspectionId, audience, policyVersion });
    if (asked.requeued === 0 && asked.refused[0]) throw new Problem('conflict', asked.refused[0]);
    revalidatePath('/policies', 'layout');
    return asked;
  },
);

/** Holds the version's files against the store. */
export async function inspect(_last: ActionResult<unknown> | null, form: FormData) {
  return inspectVersion(form);
}

/** Has what an inspection found wrong made anew. */
export async function requeue(_last: ActionResult<unknown> | null, form: FormData) {
  return requeueVersion(form);
}
