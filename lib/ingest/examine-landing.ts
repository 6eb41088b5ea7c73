import type { IngestedAsset } from '#db/queries/ingested-assets.ts';
import { type Spooled, spoolFolder, withSpooled } from '#lib/child/spool.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import { decodeInChild } from './decode-in-child.ts';
import type { DecodedPicture } from './facts.ts';

export type Examination =
  | { state: 'accepted'; spooled: Spooled; picture: DecodedPicture }
  | { state: 'refused'; failure: AssetFailure; detail: string };

/**
 * Reads the landing object once, pinned to the ETag of its registration, into the spool, and judges the copy:
 * length, checksum, header, pixels. `use` runs while the copy is there; everything later is made from it.
 */
export async function examineLanding<T>(
  services: Services,
  asset: IngestedAsset,
  options: { signal: AbortSignal; attempt: number },
  use: (examination: Examination) => Promise<T>,
): Promise<T> {
  const { env, store } = services;
  const folder = spoolFolder(env, 'ingest');
  const landed = await store.get(asset.object_key, {
    ...(asset.landed_etag !== null && { ifMatch: asset.landed_etag }),
    ...(asset.landed_version_id !== null && { versionId: asset.landed_version_id }),
  });
  if (landed.state !== 'found') {
    const what = landed.state === 'absent' ? 'is gone' : 'was replaced by another';
    return use(refused('upload_changed', `The file that was uploaded ${what}.`));
  }
  const { signal } = options;
  return withSpooled(landed.body, { folder, maxBytes: env.MAX_UPLOAD_BYTES, signal }, async (spooled) => {
    if (!spooled) return use(refused('too_large', `It has more than ${env.MAX_UPLOAD_BYTES} bytes.`));
    if (spooled.bytes !== landed.facts.bytes) {
      throw new JobError('store_unavailable', `${spooled.bytes} of ${landed.facts.bytes} bytes arrived`);
    }
    if (asset.declared_sha256 !== null && asset.declared_sha256.toLowerCase() !== spooled.sha256) {
      return use(refused('checksum_mismatch', `The bytes that arrived have the SHA-256 ${spooled.sha256}.`));
    }
    const decoding = await decodeInChild(env, spooled.path, options);
    if (decoding.state === 'refused') return use(decoding);
    return use({ state: 'accepted', spooled, picture: decoding.picture });
  });
}

function refused(failure: AssetFailure, detail: string): Examination {
  return { state: 'refused', failure, detail };
}
