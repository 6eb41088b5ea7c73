'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import { writtenText } from '../../decision-inputs.ts';

const version = z.coerce.number<string>().int().min(1).max(1_000_000);
/** An empty field is no version. */
const versionOrNone = (message: string) => z.union([z.literal('').transform(() => null), version], message);
const named = z.object({
  audience: z.string().max(40),
  policy_version: version,
  reason: writtenText(2000, 'The reason').min(1, 'Say why, for those who look later.'),
});

const activateVersion = action(
  {
    permission: 'policy.write',
    schema: named.extend({ expected_active: versionOrNone('Look at the page again.') }),
  },
  async ({ services, caller, input: { audience, policy_version, expected_active, reason } }) => {
    const wanted = { audience, policyVersion: policy_version, expectedActive: expected_active, reason };
    const done = await activatePolicy(services, caller, wanted);
    revalidatePath('/policies', 'layout');
    return done;
  },
);

const suspendVersion = action(
  {
    permission: 'policy.write',
    schema: named.extend({
      fallback: versionOrNone('Choose what stands in for it, or nothing.'),
    }),
  },
  async ({ services, caller, input: { audience, policy_version, fallback, reason } }) => {
    const wanted = { audience, policyVersion: policy_version, fallback, reason };
    const done = await suspendPolicy(services, caller, wanted);
    revalidatePath('/policies', 'layout');
    return done;
  },
);

/** Makes a version the one that is given, as the form of the audience's page says it. */
export async function activate(_last: ActionResult<unknown> | null, form: FormData) {
  return activateVersion(form);
}

export async function suspend(_last: ActionResult<unknown> | null, form: FormData) {
  return suspendVersion(form);
}
