import { approvalWords } from '#components/library/asset-words.ts';
import { AudienceChip, type AudienceMark } from '#components/ui/audience-chip.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { StandingApproval } from '#lib/review/asset-summary.ts';
import { lastDayOf } from '#lib/review/rights-window.ts';

/** What stands approved: its state, for whom, how long, by whom and why. */
export function ApprovalSummary({
  approval,
  audiences,
  now,
  timeZone,
}: {
  approval: StandingApproval;
  audiences: readonly (AudienceMark & { slug: string })[];
  now: Date;
  timeZone: string;
}) {
  const [tone, word] = approvalWords[approval.state];
  return (
    <div className="flex flex-col gap-1 text-small">
      <p className="flex flex-wrap items-baseline gap-x-1">
        <StatusDot className="font-medium" tone={tone}>
          {word}
        </StatusDot>
        <span className="text-ink-soft">
          version {approval.version}, by {approval.approved_by?.name ?? 'someone'}{' '}
          <RelativeTime at={approval.approved_at} now={now} timeZone={timeZone} />
        </span>
      </p>
      <ul className="flex flex-wrap gap-0.5">
        {audiences
          .filter(({ slug }) => approval.audiences.includes(slug))
          .map((audience) => (
            <li key={audience.slug}>
              <AudienceChip audience={audience} />
            </li>
          ))}
      </ul>
      <p className="figures text-ink-soft">{windowWords(approval, timeZone)}</p>
      {approval.note && <p className="[overflow-wrap:anywhere] text-ink-soft">“{approval.note}”</p>}
    </div>
  );
}

function windowWords({ publish_from, publish_until, state }: StandingApproval, timeZone: string): string {
  const day = (text: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${text}T00:00:00Z`),
    );
  const from = publish_from ? day(dayIn(publish_from, timeZone)) : null;
  const until = publish_until ? day(lastDayOf(new Date(publish_until), timeZone)) : null;
  if (!from && !until) return 'From now on, without an end.';
  const start = from ? `${state === 'scheduled' ? 'From' : 'Since'} ${from}` : 'From now on';
  return until ? `${start} until the end of ${until}.` : `${start}, without an end.`;
}

function dayIn(at: string, timeZone: string): string {
  return lastDayOf(new Date(new Date(at).getTime() + 1), timeZone);
}
