'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { requestRemake } from '#lib/repair/request-remake.ts';
import { retireDerivative } from '#lib/repair/retire-derivative.ts';
import { writtenText } from '../../../../../decision-inputs.ts';

const named = z.object({
  source_hash: z.string().length(64),
  audience: z.string().max(40),
  policy_version: z.coerce.number<string>().int().min(1),
  format: z.string().max(40),
  reason: writtenText(2000, 'The reason').min(1, 'Say why, for those who look later.'),
});

const retireFile = action(
  { permission: 'derivative.retire', schema: named },
  async ({ services, caller, input }) => {
    const done = await retireDerivative(services, caller, input);
    revalidatePath('/files', 'layout');
    return done;
  },
);

const remakeFile = action(
  { permission: 'derivative.retire', schema: named.extend({ new_bytes: z.string().optional() }) },
  async ({ services, caller, input: { new_bytes, ...wanted } }) => {
    const done = await requestRemake(services, caller, { ...wanted, acceptsNewBytes: new_bytes === 'on' });
    revalidatePath('/files', 'layout');
    return done;
  },
);

/** Takes the file out of use. */
export async function retire(_last: ActionResult<unknown> | null, form: FormData) {
  return retireFile(form);
}

/** Has it made anew, which brings it back into use. */
export async function remake(_last: ActionResult<unknown> | null, form: FormData) {
  return remakeFile(form);
}
