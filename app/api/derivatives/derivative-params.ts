import { z } from 'zod';
import type { DerivativeKey } from '#lib/policy/derivative-job.ts';

/** The four parts of a derivative's name, as they stand in its path. */
export const derivativeParams = z.object({
  sourceHash: z.string().regex(/^[0-9a-f]{64}$/),
  audience: z.string().max(40),
  policyVersion: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .transform(Number),
  format: z.string().max(40),
});

export function derivativeKey(params: z.output<typeof derivativeParams>): DerivativeKey {
  const { sourceHash, policyVersion, ...rest } = params;
  return { source_hash: sourceHash, policy_version: policyVersion, ...rest };
}
