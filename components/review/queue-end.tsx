import type { AudienceMark } from '#components/ui/audience-chip.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import type { OwnDecision } from '#lib/review/list-own-decisions.ts';
import type { ReviewItem } from '#lib/review/list-review-queue.ts';
import { DecisionList } from './decision-list.tsx';
import { reviewAddress } from './queue-place.ts';
import { SentBackList } from './sent-back-list.tsx';
import { sittingWords, standingDecisions } from './sitting.ts';

/** After the last photo: what was done, what still waits, and where to go from here. */
export function QueueEnd({
  queue,
  decisions,
  audiences,
  takeBack,
  now,
  timeZone,
}: {
  queue: readonly ReviewItem[];
  decisions: readonly OwnDecision[];
  audiences: readonly (AudienceMark & { slug: string })[];
  takeBack: FormAction<unknown>;
  now: Date;
  timeZone: string;
}) {
  const waiting = queue.filter(({ change_request }) => change_request === null);
  const sentBack = queue.filter(({ change_request }) => change_request !== null);
  const last = waiting.at(-1);
  const done = standingDecisions(decisions);
  return (
    <>
      <PageHeader
        actions={
          <>
            {last && (
              <LinkButton data-key="ArrowLeft" href={reviewAddress(last.asset_id)}>
                Back to the last
              </LinkButton>
            )}
            {last && (
              <LinkButton href="/review" kind="primary">
                Start again
              </LinkButton>
            )}
            {!last && (
              <LinkButton href="/library" kind="primary">
                To the library
              </LinkButton>
            )}
          </>
        }
        lead={[waitingWords(waiting.length, done.length), sittingWords(decisions)].filter(Boolean).join(' ')}
        title={last ? 'The end of the queue' : done.length > 0 ? 'All done' : 'Nothing waits'}
      />
      {done.length > 0 && (
        <DecisionList
          audiences={audiences}
          decisions={done}
          now={now}
          takeBack={takeBack}
          timeZone={timeZone}
        />
      )}
      {sentBack.length > 0 && <SentBackList items={sentBack} now={now} timeZone={timeZone} />}
    </>
  );
}

function waitingWords(waiting: number, done: number): string | undefined {
  if (waiting > 0) return waiting === 1 ? '1 photo still waits.' : `${waiting} photos still wait.`;
  if (done > 0) return 'No photo waits for review.';
  return 'Photos come here once they are uploaded and checked.';
}
