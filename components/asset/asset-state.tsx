import { standing, statusWords } from '#components/library/asset-words.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { AssetSummary } from '#lib/review/asset-summary.ts';
import type { ChangeRequest } from '#lib/review/list-review-queue.ts';

/** Where the photo is, and what comes next. */
export function AssetState({
  asset,
  changeRequest,
  now,
  timeZone,
}: {
  asset: AssetSummary;
  /** What was asked for and is not answered yet. */
  changeRequest: ChangeRequest | null;
  now: Date;
  timeZone: string;
}) {
  // Why it failed stands below, with what to do.
  const [tone, word] =
    asset.status === 'FAILED'
      ? statusWords.FAILED
      : changeRequest
        ? (['warn', 'Waits for changes'] as const)
        : standing(asset);
  const next = changeRequest ? undefined : nextStep(asset);
  return (
    <div aria-live="polite">
      <StatusDot className="text-body! font-medium" tone={tone}>
        {word}
      </StatusDot>
      {changeRequest && (
        <div className="mt-1 border-l-2 border-warn pl-1 text-small">
          <p className="[overflow-wrap:anywhere]">“{changeRequest.note}”</p>
          <p className="voice-label">
            {changeRequest.by ?? 'Someone'} asked for this{' '}
            <RelativeTime at={changeRequest.at} now={now} timeZone={timeZone} />. New texts or a new version
            answer it.
          </p>
        </div>
      )}
      {next && <p className="mt-0.5 text-small text-ink-soft">{next}</p>}
      {asset.notes.length > 0 && (
        <ul className="mt-1 border-l-2 border-line-strong pl-1 text-small">
          {asset.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function nextStep({ status, approval, title, alt_text }: AssetSummary): string | undefined {
  if (status === 'UPLOADING') return 'The file is on its way. This page follows it.';
  if (status === 'PROCESSING')
    return 'The file has arrived and is opened once, whole, to see that nothing is broken. This takes seconds.';
  if (status === 'FAILED') return undefined;
  if (approval?.state === 'live') return 'The audiences below have it.';
  if (approval?.state === 'scheduled') return 'The audiences below have it once its window opens.';
  if (approval?.state === 'ended') return 'Nobody has it any more. Approve it anew to give it a later end.';
  const missing = [!title && 'a title', !alt_text && 'an alternative text'].filter(Boolean).join(' and ');
  return missing ? `Give it ${missing}, then approve it.` : 'It can be approved.';
}
