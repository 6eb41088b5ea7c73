import { z } from 'zod';
import { policyVersionStates } from '#lib/lifecycle.ts';
import { policyContracts } from '#lib/policy/output-contract.ts';

const version = z.number().int().min(1).max(1_000_000);
const words = z.string().trim().max(2000).default('');
const slug = z.string().max(40);

export const audienceParams = z.object({ audience: slug });

export const audienceShape = z.looseObject({
  slug,
  name: z.string(),
  purpose: z.string(),
  active_version: version.nullable(),
  reading_version: version.nullable(),
  state: z.enum(['active', 'suspended', 'none']),
});

export const policyVersionShape = z.looseObject({
  audience: slug,
  version,
  state: z.enum(policyVersionStates),
  contracts: policyContracts,
  note: z.string(),
});

export const newPolicyVersion = z.strictObject({ contracts: policyContracts, note: words });

export const policyVersionCreated = z.object({ audience: slug, version, state: z.literal('draft') });

export const activationRequest = z.strictObject({
  policy_version: version,
  /** The version that the caller saw as the active one; null where none was. */
  expected_active: version.nullable(),
  reason: words,
});

export const activationAnswer = z.object({
  audience: slug,
  policy_version: version,
  replaced_version: version.nullable(),
});

export const suspensionRequest = z.strictObject({
  policy_version: version,
  /** Another version that was active before; null: nothing is given out. */
  fallback: version.nullable(),
  reason: words,
});

export const suspensionAnswer = z.object({
  audience: slug,
  policy_version: version,
  fallback_version: version.nullable(),
});

const count = z.number().int().min(0);

export const activationImpactShape = z.object({
  audience: slug,
  version,
  /** The version of the last activation; null where there was none. */
  replaces: version.nullable(),
  photos: count,
  formats: z.array(
    z.object({
      format: slug,
      label: z.string(),
      change: z.enum(['new', 'changed', 'same', 'removed']),
      on_request: z.boolean(),
      /** Published files of the version that is replaced. */
      published: count,
      there: count,
      failed: count,
      to_make: count,
    }),
  ),
  estimate: z.discriminatedUnion('state', [
    z.object({ state: z.literal('nothing') }),
    z.object({ state: z.literal('no_worker') }),
    z.object({ state: z.literal('unmeasured'), format: slug }),
    z.object({
      state: z.literal('estimated'),
      ms: count,
      workers: count,
      at_once: count,
      /** How many files' times it rests on, and whether they were of the same formats. */
      measured: count,
      same_formats: z.boolean(),
      /** Files in line before. */
      before: count,
    }),
  ]),
});
