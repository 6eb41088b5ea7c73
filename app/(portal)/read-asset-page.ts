import { assetName } from '#components/library/asset-words.ts';
import type { PreviewPhoto } from '#components/policy/preview-photo.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import { type CutoutWorkList, listCutoutWork } from '#lib/cutout/list-cutout-work.ts';
import { listRemovers } from '#lib/cutout/list-removers.ts';
import type { RemoverFacts } from '#lib/cutout/removers/remover.ts';
import { type ActivePolicy, getActivePolicies } from '#lib/policy/get-active-policies.ts';
import type { AssetDetail, AssetVersionView } from '#lib/review/get-asset-detail.ts';
import { type AssetFile, listAssetFiles } from '#lib/review/list-asset-files.ts';
import type { Services } from '#lib/services.ts';
import { placeholderUrl } from '#lib/thumb-hash.ts';

export interface AssetPage {
  policies: ActivePolicy[];
  /** The version that is looked at; undefined until the photo is READY. */
  version: AssetVersionView | undefined;
  photo: PreviewPhoto | undefined;
  /** Files of the approved version, by audience and format. */
  files: AssetFile[];
  /** Whether some of them are being made. */
  isUnderWay: boolean;
  /** What the background can be removed of, and what is being done about it; undefined until the photo is READY. */
  cutouts: (CutoutWorkList & { original: PreviewPhoto | undefined; removers: RemoverFacts[] }) | undefined;
  /** An audience through which previews are asked for; null for people who may not. */
  previewDoor: string | null;
  now: Date;
}

/** All that the page of a photo shows beside the photo's own record. */
export async function readAssetPage(
  services: Services,
  caller: Caller,
  asset: AssetDetail,
  asked: string | undefined,
): Promise<AssetPage> {
  const version = asset.versions.find(({ number }) => String(number) === asked) ?? asset.versions.at(-1);
  const approved = asset.versions.find(({ number }) => number === asset.approval?.version);
  const [policies, cutouts, files] = await Promise.all([
    getActivePolicies(services, caller),
    readCutouts(services, caller, asset),
    approved && asset.approval
      ? listAssetFiles(services, caller, {
          sourceHash: approved.source_hash,
          audiences: asset.approval.audiences,
        })
      : [],
  ]);
  const door = policies[0]?.audience.slug ?? null;
  return {
    policies,
    version,
    photo: version && toPhoto(asset, version),
    files,
    cutouts,
    isUnderWay:
      (cutouts?.under_way.length ?? 0) > 0 ||
      files.some(({ state }) => state === 'queued') ||
      isJustApproved(asset, files),
    previewDoor: may(caller.actor, 'policy.preview') ? door : null,
    now: new Date(),
  };
}

async function readCutouts(
  services: Services,
  caller: Caller,
  asset: AssetDetail,
): Promise<AssetPage['cutouts']> {
  if (asset.versions.length === 0) return undefined;
  const work = await listCutoutWork(services, caller, { assetId: asset.asset_id });
  const original = asset.versions.find(({ number }) => number === work.base?.version);
  return {
    ...work,
    original: original && toPhoto(asset, original),
    removers: listRemovers(services, caller),
  };
}

function toPhoto(asset: AssetDetail, version: AssetVersionView): PreviewPhoto {
  return {
    asset_id: asset.asset_id,
    version: version.number,
    name: assetName(asset),
    width: version.width,
    height: version.height,
    placeholder: placeholderUrl(version.thumb_hash),
  };
}

/** Between an approval and the plan of its files lies a moment in which nothing is queued yet. */
const planMs = 20_000;

function isJustApproved({ approval }: AssetDetail, files: readonly AssetFile[]): boolean {
  if (!approval || !files.some(({ state }) => state === 'missing')) return false;
  return Date.now() - new Date(approval.approved_at).getTime() < planMs;
}
