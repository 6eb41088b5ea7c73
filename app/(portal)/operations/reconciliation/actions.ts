'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { startReconciliation } from '#lib/repair/start-reconciliation.ts';

const start = action(
  { permission: 'repair.act', schema: z.object({ mode: z.enum(['dry', 'run', 'all']) }) },
  async ({ services, caller, input: { mode } }) => {
    await startReconciliation(services, caller, {
      dryRun: mode === 'dry',
      allBytes: mode === 'all',
      isOnlyOne: true,
    });
    revalidatePath('/operations/reconciliation');
  },
);

/** Starts a dry run, a run, or one that reads every byte. */
export async function runReconciliation(_last: ActionResult<unknown> | null, form: FormData) {
  return start(form);
}
