import { z } from 'zod';
import { findReadableDerivative, unsafeFindManifest } from '#db/queries/readable-derivatives.ts';
import { type Caller, isStaff } from '#lib/auth/actor.ts';
import { notFound } from '#lib/errors.ts';
import type { DerivativeKey } from '#lib/policy/derivative-job.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { isReadable } from '#lib/policy/reading-version.ts';
import type { Services } from '#lib/services.ts';
import { fileRetired } from './file-retired.ts';
import { policySuspended } from './policy-suspended.ts';
import { readerOf } from './reader-of.ts';

/**
 * What audiences may read of a manifest. Persons (the rights line of the edits may name one), what admins noted for
 * each other, jobs and fences are left out by not being named here.
 */
export const audienceManifest = z.object({
  name: z.string(),
  source_hash: z.string(),
  master_hash: z.string(),
  audience: z.string(),
  policy_version: z.number(),
  format: z.string(),
  contract: outputContract,
  /** In words; the first sentence says why there is a mark, or none. */
  decision: z.array(z.string()),
  transform: z.object({ revision: z.string(), sharp: z.string(), libvips: z.string() }),
  media_type: z.string(),
  width: z.number(),
  height: z.number(),
  has_alpha: z.boolean(),
  bytes: z.number(),
  sha256: z.string(),
  made_at: z.string(),
});
export type AudienceManifest = z.output<typeof audienceManifest>;

/**
 * The manifest of a file that the caller may see. Staff get the whole of it, also where nobody may have the file any
 * more: that is when support is asked why it looked as it did.
 */
export async function readManifest(
  { db }: Services,
  caller: Caller,
  key: DerivativeKey,
): Promise<AudienceManifest> {
  if (isStaff(caller.actor)) {
    const whole = await unsafeFindManifest(db, key);
    if (!whole) throw notFound('file');
    return whole as AudienceManifest;
  }
  const file = await findReadableDerivative(db, readerOf(caller.actor, key.audience), {
    sourceHash: key.source_hash,
    policyVersion: key.policy_version,
    format: key.format,
  });
  if (!file || file.version_state === 'draft') throw notFound('file');
  if (!isReadable({ state: file.version_state })) throw policySuspended();
  if (file.retired_why) throw fileRetired(file.retired_why);
  return audienceManifest.parse(file.manifest);
}
