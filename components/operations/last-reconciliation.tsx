import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { formatPlural } from '#lib/format.ts';
import { deedWords, subjectWords } from './reconcile-words.ts';

/** When rows and store were last brought together, and what that took. */
export function LastReconciliation({
  last,
  now,
  timeZone,
}: {
  last:
    | {
        at: Date;
        dryRun: boolean;
        failure: string | null;
        acts: { kind: string; act: string; times: number }[];
      }
    | undefined;
  now: Date;
  timeZone: string;
}) {
  if (!last)
    return (
      <p className="border-t border-ink py-2 text-small">
        Rows and store have not been brought together yet: a worker does it once a day.
      </p>
    );
  const { at, dryRun, failure, acts } = last;
  return (
    <ul className="border-t border-ink text-small">
      <li className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line py-1">
        <StatusDot tone={failure === null ? 'ok' : 'fail'}>
          {failure ?? summary(acts.length, dryRun)}
        </StatusDot>
        <RelativeTime at={at} className="voice-label" now={now} timeZone={timeZone} />
      </li>
      {acts.map(({ kind, act, times }) => (
        <li
          className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line py-1"
          key={`${kind} ${act}`}
        >
          {formatPlural(times, ...subjectWords(kind))}
          <span className="voice-label">{deedWords(act, dryRun)}</span>
        </li>
      ))}
    </ul>
  );
}

function summary(kinds: number, dryRun: boolean): string {
  if (kinds === 0) return 'rows and store agree';
  return dryRun ? 'a dry run: nothing was changed' : 'brought together';
}
