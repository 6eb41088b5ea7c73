import Link from 'next/link';
import { assetName } from '#components/library/asset-words.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ReviewItem } from '#lib/review/list-review-queue.ts';
import { reviewAddress } from './queue-place.ts';
import { ReviewThumb } from './review-thumb.tsx';

/** Photos that somebody sent back: they come up again by themselves once they are changed. */
export function SentBackList({
  items,
  now,
  timeZone,
}: {
  items: readonly ReviewItem[];
  now: Date;
  timeZone: string;
}) {
  return (
    <section aria-labelledby="sent-back-title" className="mb-5 max-w-[60rem]">
      <h2 className="voice-wide mb-0.5 text-title" id="sent-back-title">
        Waiting for changes
      </h2>
      <p className="mb-1 text-small text-ink-soft">
        They wait for review again once their texts are changed or a new version is there.
      </p>
      <ul>
        {items.map((item) => (
          <li className="flex gap-2 border-b border-line py-1.5 text-small" key={item.asset_id}>
            <ReviewThumb assetId={item.asset_id} />
            <div className="flex min-w-0 flex-1 flex-col gap-0.5">
              <Link
                className="font-medium [overflow-wrap:anywhere] hover:underline"
                href={reviewAddress(item.asset_id)}
              >
                {assetName(item)}
              </Link>
              <p className="[overflow-wrap:anywhere]">“{item.change_request?.note}”</p>
              {item.change_request && (
                <p className="voice-label">
                  {item.change_request.by ?? 'Someone'},{' '}
                  <RelativeTime at={item.change_request.at} now={now} timeZone={timeZone} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
