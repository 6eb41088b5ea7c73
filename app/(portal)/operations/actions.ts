'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { dismissDead } from '#lib/jobs/dismiss-dead.ts';
import { requeueDead } from '#lib/jobs/requeue-dead.ts';
import type { DeadSettled } from '#lib/jobs/settle-dead.ts';
import { letterFields, toDeadFilter } from './operations-search.ts';

interface SettledLetters extends DeadSettled {
  deed: 'requeue' | 'dismiss';
}

const settle = action(
  {
    permission: 'operations.act',
    schema: letterFields.extend({
      /** `requeue all`, `dismiss ticked`, `requeue {id}`. */
      act: z.string().regex(/^(requeue|dismiss) (all|ticked|[0-9a-f-]{36})$/, 'Press one of the buttons.'),
      ids: z.union([z.array(z.uuid()).max(1000), z.uuid().transform((id) => [id])]).optional(),
    }),
  },
  async ({ services, caller, input: { act, ids = [], ...fields } }): Promise<SettledLetters> => {
    const [deed, which = ''] = act.split(' ') as ['requeue' | 'dismiss', string];
    const chosen = which === 'ticked' ? ids : [which];
    if (chosen.length === 0) return { deed, settled: 0, refused: [], more: false };
    const filter = which === 'all' ? toDeadFilter(fields) : { ids: chosen };
    const settled =
      deed === 'requeue'
        ? await requeueDead(services, jobHandlers, caller, filter)
        : await dismissDead(services, caller, filter);
    revalidatePath('/operations');
    return { deed, ...settled };
  },
);

/** Requeues or dismisses one dead letter, those that are ticked, or all of the filter. */
export async function settleDeadLetters(_last: ActionResult<SettledLetters> | null, form: FormData) {
  return settle(form);
}
