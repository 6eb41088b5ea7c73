import Link from 'next/link';
import { AssetState } from '#components/asset/asset-state.tsx';
import { AudiencesSection } from '#components/asset/audiences-section.tsx';
import { BinButton } from '#components/asset/bin-button.tsx';
import { CutoutSection } from '#components/asset/cutout-section.tsx';
import { FailurePanel } from '#components/asset/failure-panel.tsx';
import { Stage } from '#components/asset/stage.tsx';
import { TextsForm } from '#components/asset/texts-form.tsx';
import { assetName, isInFlight } from '#components/library/asset-words.ts';
import { RestoreButton } from '#components/library/restore-button.tsx';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { ArrowLeftIcon, DownloadIcon } from '#components/ui/icons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { DropsGoTo } from '#components/upload/uploads-context.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import { may, type Permission } from '#lib/auth/permissions.ts';
import type { AssetDetail } from '#lib/review/get-asset-detail.ts';
import { openChangeRequest } from '#lib/review/open-change-request.ts';
import type { Services } from '#lib/services.ts';
import { getProduct } from '#lib/upload/products.ts';
import { readAssetPage } from '../../read-asset-page.ts';
import { binAssetAction, dismissFailureAction, restoreAssetAction, retryFailedAction } from '../actions.ts';
import { editAssetByForm } from './asset-actions.ts';
import { HistorySections, ReadyFacts } from './asset-sections.tsx';
import { removeBackgroundByForm } from './cutout-actions.ts';

/** One photo: itself, where it stands and what comes next, and what each audience gets of it. */
export async function AssetView({
  asset,
  version: asked,
  services,
  caller,
}: {
  asset: AssetDetail;
  version: string | undefined;
  services: Services;
  caller: Caller;
}) {
  const allowed = (permission: Permission) => may(caller.actor, permission);
  const [page, product] = await Promise.all([
    readAssetPage(services, caller, asset, asked),
    getProduct(services, caller, { productId: asset.product.id }),
  ]);
  const { photo, version, isUnderWay, now } = page;
  const name = assetName(asset);
  return (
    <>
      <DropsGoTo product={product} />
      <RefreshWhile isUnderWay={isInFlight(asset, now) || isUnderWay} seconds={1} />
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-2 py-1">
        <Link
          className="inline-flex min-w-0 items-center gap-0.5 text-small text-ink-soft hover:text-ink"
          href={`/library/${asset.product.id}`}
        >
          <ArrowLeftIcon className="shrink-0" />
          <span className="truncate">{asset.product.name}</span>
        </Link>
        <div className="flex flex-wrap items-center gap-1">
          {version && allowed('asset.original') && (
            <a
              className={buttonClass({ kind: 'quiet' })}
              download
              href={`/api/assets/${asset.asset_id}/original?version=${version.number}`}
              title="Is put on record"
            >
              <DownloadIcon />
              {version.kind === 'original' ? 'Original' : 'Cut-out'}
            </a>
          )}
          {allowed('asset.bin') && !asset.binned_at && (
            <BinButton assetId={asset.asset_id} bin={binAssetAction} />
          )}
        </div>
      </div>
      {asset.binned_at && (
        <Notice
          action={
            allowed('asset.bin') && (
              <RestoreButton assetId={asset.asset_id} name={name} restore={restoreAssetAction} />
            )
          }
          className="mb-2"
          live
          tone="warn"
        >
          This photo is in the bin. No audience sees it; bringing it back undoes this whole.
        </Notice>
      )}
      <div className="grid gap-x-5 gap-y-3 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_auto_auto_1fr]">
        <div className="-mx-[clamp(1rem,3vw,3rem)] lg:mx-0">
          {photo ? (
            <Stage
              alt={asset.alt_text}
              audience={page.previewDoor}
              isTransparent={version?.has_alpha ?? false}
              key={version?.number}
              photo={photo}
              thumbnailUrl={version?.number === 1 ? asset.thumbnail_url : null}
            />
          ) : (
            <NoPhoto status={asset.status} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-span-4 lg:row-start-1">
          <header>
            <h1 className="voice-wide mb-1 text-heading [overflow-wrap:anywhere]">{name}</h1>
            <AssetState
              asset={asset}
              changeRequest={asset.approval ? null : openChangeRequest(asset)}
              now={now}
              timeZone={services.env.PORTAL_TIME_ZONE}
            />
          </header>
          {asset.status === 'FAILED' && (
            <FailurePanel
              assetId={asset.asset_id}
              detail={asset.failure_detail}
              dismiss={dismissFailureAction}
              failure={asset.failure ?? 'internal'}
              isDismissed={asset.failure_dismissed}
              mayAct={allowed('asset.upload') && !asset.binned_at}
              product={product}
              retry={retryFailedAction}
            />
          )}
          {allowed('asset.edit') && asset.status !== 'FAILED' && (
            <TextsForm
              action={editAssetByForm}
              altText={asset.alt_text}
              assetId={asset.asset_id}
              title={asset.title}
            />
          )}
          <ReadyFacts allowed={allowed} asset={asset} page={page} timeZone={services.env.PORTAL_TIME_ZONE} />
        </div>
        {page.cutouts?.original && (
          <div className="mt-3 min-w-0">
            <CutoutSection
              action={removeBackgroundByForm}
              audience={page.previewDoor}
              hasCutout={asset.versions.some(({ kind }) => kind === 'cutout')}
              mayAct={allowed('asset.edit') && !asset.binned_at}
              nextVersion={(asset.versions.at(-1)?.number ?? 0) + 1}
              photo={page.cutouts.original}
              removers={page.cutouts.removers}
              work={page.cutouts}
            />
          </div>
        )}
        {version && photo && (
          <AudiencesSection
            approval={asset.approval}
            files={page.files}
            mayPreview={page.previewDoor !== null}
            {...(asset.approval?.state === 'live' && { productId: asset.product.id })}
            photo={photo}
            policies={page.policies}
            version={version.number}
          />
        )}
        <HistorySections
          asset={asset}
          mayAudit={allowed('audit.read')}
          page={page}
          timeZone={services.env.PORTAL_TIME_ZONE}
        />
      </div>
    </>
  );
}

function NoPhoto({ status }: { status: AssetDetail['status'] }) {
  const isComing = status === 'UPLOADING' || status === 'PROCESSING';
  return (
    <div
      className={`flex items-center justify-center bg-stage text-small text-ink-soft ${isComing ? 'breathing min-h-[42dvh]' : 'min-h-[16dvh] lg:min-h-[42dvh]'}`}
    >
      {isComing ? 'The photo appears here as soon as it is ready.' : 'There is no picture to show.'}
    </div>
  );
}
