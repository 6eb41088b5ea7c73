import type { Trx } from '#db/client.ts';
import { insertAssetVersion, nextVersionNumber } from '#db/queries/asset-versions.ts';
import { findVersionOfRecipe, forgetCutoutFailure } from '#db/queries/cutouts.ts';
import { lockAsset } from '#db/queries/reviewed-assets.ts';
import type { Caller } from '#lib/auth/actor.ts';
import type { Spooled } from '#lib/child/spool.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { sourceHash, versionEdits } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import type { CutoutJobPayload } from './cutout-job.ts';
import type { Cut } from './cutter.ts';

/**
 * Judges a file as an upload is judged, writes it as a master, and calls `use` in the transaction that makes its row or
 * finds it. `busy` where the same bytes are just being removed as somebody's last master.
 */
export type KeepMaster = <T>(
  services: Services,
  file: Spooled,
  options: { signal: AbortSignal; attempt: number; thumbnailKey: string },
  use: (trx: Trx) => Promise<T>,
) => Promise<T | 'busy'>;

export interface CutoutWork {
  order: CutoutJobPayload;
  job: ClaimedJob;
  cut: Cut;
  /** Of the original: focal point, crop and rights line hold for the cut-out as well, whose frame is the same. */
  edits: object | null;
  caller: Caller;
}

/**
 * Version, audit row and the end of the job in one transaction under the job's fence. Throws `LeaseLost`, having changed
 * nothing, where the job is somebody else's by now. Nothing is approved by it, and what is approved stays.
 */
export async function publishCutout(
  services: Services,
  work: CutoutWork,
  { keepMaster, signal }: { keepMaster: KeepMaster; signal: AbortSignal },
): Promise<'published' | 'duplicate' | 'busy'> {
  const { bytes, sha256 } = work.cut.facts;
  const file = { path: work.cut.path, bytes, sha256 };
  const thumbnailKey = objectKeys.cutoutThumbnail(work.order.asset_id, sha256);
  const options = { signal, attempt: work.job.attempts, thumbnailKey };
  return keepMaster(services, file, options, async (trx) => {
    // Before the job's row: whoever asks for the same cut-out holds this lock while it waits for that row.
    const asset = await lockAsset(trx, work.order.asset_id);
    await finishJob(trx, work.job);
    return asset ? insertVersion(trx, work) : 'duplicate';
  });
}

async function insertVersion(
  trx: Trx,
  { order, job, cut, edits, caller }: CutoutWork,
): Promise<'published' | 'duplicate'> {
  const { asset_id, recipe_sha256, made_how } = order;
  if (await findVersionOfRecipe(trx, asset_id, recipe_sha256)) return 'duplicate';
  const number = await nextVersionNumber(trx, asset_id);
  const carried = versionEdits.nullable().parse(edits);
  const { sha256, kept_part } = cut.facts;
  const source_hash = sourceHash(sha256, carried);
  await insertAssetVersion(trx, {
    asset_id,
    number,
    kind: 'cutout',
    master_sha256: sha256,
    edits: carried && JSON.stringify(carried),
    source_hash,
    made_how: JSON.stringify(made_how),
    recipe_sha256,
    job_id: job.id,
  });
  await forgetCutoutFailure(trx, asset_id, recipe_sha256);
  await recordAudit(trx, caller, {
    action: 'asset.cutout_made',
    subjectKind: 'asset',
    subjectId: asset_id,
    detail: { version: number, master_sha256: sha256, source_hash, kept_part, job_id: job.id, made_how },
  });
  return 'published';
}
