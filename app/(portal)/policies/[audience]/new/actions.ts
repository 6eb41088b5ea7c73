'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { action } from '#lib/action.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import { policyContracts } from '#lib/policy/output-contract.ts';
import { retireMarkImage } from '#lib/policy/retire-mark-image.ts';
import { writtenText } from '../../../decision-inputs.ts';

const schema = z.object({
  audience: z.string().max(40),
  contracts: policyContracts,
  note: writtenText(2000, 'The note'),
});

/** Offers an image to new versions no more. */
export const retireImage = action(
  { permission: 'policy.write', schema: z.object({ image_id: z.string().max(64) }) },
  async ({ services, caller, input }) => retireMarkImage(services, caller, { imageId: input.image_id }),
);

/** Writes a version, which gives nothing to anyone until it is activated. */
export const saveVersion = action(
  { permission: 'policy.write', schema },
  async ({ services, caller, input }) => {
    const { version } = await createPolicyVersion(services, caller, input);
    revalidatePath('/policies', 'layout');
    return { version };
  },
);
