'use server';

import { z } from 'zod';
import { action } from '#lib/action.ts';
import { requestDerivative } from '#lib/deliver/request-derivative.ts';

const schema = z.object({
  asset_id: z.string().max(100),
  audience: z.string().max(40),
  format: z.string().max(40),
});

/** Asks for one file: where it is, or the job that makes it. */
export const requestFile = action(
  { permission: 'derivative.request', schema },
  async ({ services, caller, input }) =>
    requestDerivative(services, caller, {
      assetId: input.asset_id,
      audience: input.audience,
      format: input.format,
    }),
);

/** The same as a form post, for browsers that have run no script yet: the page that comes back shows the rest. */
export async function requestFileByForm(form: FormData): Promise<void> {
  await requestFile(form);
}
