import type { DerivativeKey } from '#lib/policy/derivative-job.ts';

/** Paths of the portal to one derivative. `assetId` picks whose file name a download gets. Pure. */
export function derivativePaths(
  { source_hash, audience, policy_version, format }: DerivativeKey,
  assetId: string,
) {
  const path = `/api/derivatives/${source_hash}/${audience}/${policy_version}/${format}`;
  return {
    /** Downloads, under the asset's name. */
    url: `${path}?asset=${assetId}`,
    /** Shows in a page. */
    view_url: `${path}?asset=${assetId}&view=1`,
    manifest_url: `${path}/manifest`,
  };
}
