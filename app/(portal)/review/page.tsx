import type { Metadata } from 'next';
import { assetName } from '#components/library/asset-words.ts';
import { AlreadyDecided } from '#components/review/already-decided.tsx';
import { QueueEnd } from '#components/review/queue-end.tsx';
import { KeyLinks } from '#components/ui/key-links.tsx';
import { getActivePolicies } from '#lib/policy/get-active-policies.ts';
import { listOwnDecisions } from '#lib/review/list-own-decisions.ts';
import { takeBackAndReturn } from './actions.ts';
import { readReview } from './read-review.ts';
import { ReviewDesk } from './review-desk.tsx';

interface Props {
  searchParams: Promise<{ photo?: string | string[]; end?: string | string[] }>;
}

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
