import { AudiencesSection } from '#components/asset/audiences-section.tsx';
import { Stage } from '#components/asset/stage.tsx';
import { DecisionPanel } from '#components/review/decision-panel.tsx';
import { LastDecision } from '#components/review/last-decision.tsx';
import { QueueBar } from '#components/review/queue-bar.tsx';
import { addressAfter, placeInQueue } from '#components/review/queue-place.ts';
import { type Caller, publicAudience } from '#lib/auth/actor.ts';
import type { AssetDetail } from '#lib/review/get-asset-detail.ts';
import type { OwnDecision } from '#lib/review/list-own-decisions.ts';
import { longestQueue, type ReviewItem } from '#lib/review/list-review-queue.ts';
import { openChangeRequest } from '#lib/review/open-change-request.ts';
import type { Services } from '#lib/services.ts';
import { readAssetPage } from '../read-asset-page.ts';
import { approveAndGoOn, sendBackAndGoOn, takeBackAndReturn } from './actions.ts';

/** One photo and its decision: itself, what each audience would get of it, and the three ways on. */
export async function ReviewDesk({
  asset,
  queue,
  decision,
  services,
  caller,
}: {
  asset: AssetDetail;
  queue: readonly ReviewItem[];
  /** The caller's last. */
  decision: OwnDecision | undefined;
  services: Services;
  caller: Caller;
}) {
  const { version, photo, policies, files, previewDoor, now } = await readAssetPage(
    services,
    caller,
    asset,
    undefined,
  );
  if (!version || !photo) return null;
  const place = placeInQueue(queue, asset.asset_id);
  const audiences = policies.map(({ audience }) => audience);
  return (
    <>
      <QueueBar isCut={queue.length === longestQueue} place={place} />
      <LastDecision
        audienceName={(slug) => audiences.find((each) => each.slug === slug)?.name ?? slug}
        decision={decision?.asset_id === asset.asset_id ? undefined : decision}
        now={now}
        takeBack={takeBackAndReturn}
      />
      <div
        className="grid gap-x-5 gap-y-3 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]"
        key={asset.asset_id}
      >
        <div className="-mx-[clamp(1rem,3vw,3rem)] lg:mx-0">
          <Stage
            alt={asset.alt_text}
            audience={previewDoor}
            isTransparent={version.has_alpha}
            photo={photo}
            thumbnailUrl={version.number === 1 ? asset.thumbnail_url : null}
          />
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <DecisionPanel
            approve={approveAndGoOn}
            asset={asset}
            audiences={audiences.map((audience) => ({
              ...audience,
              isOpen: audience.slug === publicAudience,
              isTicked: audience.slug !== publicAudience,
            }))}
            changeRequest={openChangeRequest(asset)}
            now={now}
            sendBack={sendBackAndGoOn}
            skipTo={addressAfter(place)}
            timeZone={services.env.PORTAL_TIME_ZONE}
            version={version}
          />
        </div>
        <AudiencesSection
          approval={null}
          files={files}
          mayPreview={previewDoor !== null}
          photo={photo}
          policies={policies}
          version={version.number}
        />
      </div>
    </>
  );
}
