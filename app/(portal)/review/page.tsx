import type { Metadata } from 'next';
import { cache } from 'react';
import { pageData } from '#app/page-data.ts';
import { assetName } from '#components/library/asset-words.ts';
import { AlreadyDecided } from '#components/review/already-decided.tsx';
import { QueueEnd } from '#components/review/queue-end.tsx';
import { KeyLinks } from '#components/ui/key-links.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { getActivePolicies } from '#lib/policy/get-active-policies.ts';
import { getAssetDetail } from '#lib/review/get-asset-detail.ts';
import { listOwnDecisions } from '#lib/review/list-own-decisions.ts';
import { listReviewQueue } from '#lib/review/list-review-queue.ts';
import { takeBackAndReturn } from './actions.ts';
import { ReviewDesk } from './review-desk.tsx';

interface Props {
  searchParams: Promise<{ photo?: string | string[]; end?: string | string[] }>;
}

/** The queue, and the photo that the address means: the oldest that waits where it names none. */
const readReview = cache(async (photo: string | undefined, isEnd: boolean) => {
  const { services, caller } = await pageCaller('asset.approve');
  const queue = await listReviewQueue(services, caller);
  const waiting = queue.filter(({ change_request }) => change_request === null);
  const assetId = photo ?? (isEnd ? undefined : waiting[0]?.asset_id);
  const asset = assetId ? await pageData(getAssetDetail(services, caller, { assetId })) : undefined;
  return { services, caller, queue, waiting, asset };
});

async function readPage({ searchParams }: Props) {
  const { photo, end } = await searchParams;
  return readReview([photo].flat()[0], end !== undefined);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { asset } = await readPage(props);
  return { title: asset ? `Review: ${assetName(asset)}` : 'Review' };
}

export default async function Review(props: Props) {
  const { services, caller, queue, waiting, asset } = await readPage(props);
  const [policies, decisions] = await Promise.all([
    getActivePolicies(services, caller),
    listOwnDecisions(services, caller),
  ]);
  const audiences = policies.map(({ audience }) => audience);
  const isOpen = asset?.status === 'READY' && !asset.approval && !asset.binned_at;
  return (
    <>
      <KeyLinks />
      {!asset && (
        <QueueEnd
          audiences={audiences}
          decisions={decisions}
          now={new Date()}
          queue={queue}
          takeBack={takeBackAndReturn}
          timeZone={services.env.PORTAL_TIME_ZONE}
        />
      )}
      {asset && !isOpen && <AlreadyDecided asset={asset} waiting={waiting.length} />}
      {asset && isOpen && (
        <ReviewDesk asset={asset} caller={caller} decision={decisions[0]} queue={queue} services={services} />
      )}
    </>
  );
}
