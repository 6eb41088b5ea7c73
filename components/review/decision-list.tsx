import Link from 'next/link';
import { AudienceChip, type AudienceMark } from '#components/ui/audience-chip.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import type { OwnDecision } from '#lib/review/list-own-decisions.ts';
import { ReviewThumb } from './review-thumb.tsx';
import { TakeBack } from './take-back.tsx';

/** What one person decided in this sitting, newest first, each with the way to undo it. */
export function DecisionList({
  decisions,
  audiences,
  takeBack,
  now,
  timeZone,
}: {
  decisions: readonly OwnDecision[];
  audiences: readonly (AudienceMark & { slug: string })[];
  takeBack: FormAction<unknown>;
  now: Date;
  timeZone: string;
}) {
  return (
    <section aria-labelledby="decided-title" className="mb-5 max-w-[60rem]">
      <h2 className="voice-wide mb-1 text-title" id="decided-title">
        Decided by you in the last 12 hours
      </h2>
      <ul>
        {decisions.map((decision) => (
          <li className="flex gap-2 border-b border-line py-1.5 text-small" key={decision.id}>
            <ReviewThumb assetId={decision.asset_id} />
            <div className="flex min-w-0 flex-1 flex-col gap-0.5 sm:flex-row sm:justify-between sm:gap-2">
              <div className="flex min-w-0 flex-col gap-0.5">
                <Link
                  className="font-medium [overflow-wrap:anywhere] hover:underline"
                  href={`/library/${decision.asset_id}`}
                >
                  {decision.name}
                </Link>
                <p className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
                  <StatusDot tone={decision.decision === 'approved' ? 'ok' : 'warn'}>
                    {decision.decision === 'approved' ? 'Approved for' : 'Sent back'}
                  </StatusDot>
                  {audiences
                    .filter(({ slug }) => decision.audiences.includes(slug))
                    .map((audience) => (
                      <AudienceChip audience={audience} key={audience.slug} />
                    ))}
                </p>
                {decision.note && <p className="[overflow-wrap:anywhere] text-ink-soft">“{decision.note}”</p>}
              </div>
              <div className="flex shrink-0 items-baseline gap-x-2 gap-y-0.5 sm:flex-col sm:items-end">
                <RelativeTime at={decision.at} className="voice-label" now={now} timeZone={timeZone} />
                {decision.decision === 'approved' && (
                  <TakeBack action={takeBack} assetId={decision.asset_id} name={decision.name} />
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
