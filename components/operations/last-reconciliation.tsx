import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { formatPlural } from '#lib/format.ts';

/** What an act was done to, one and many. */
const subjects: Readonly<Record<string, readonly [one: string, many: string]>> = {
  orphan: ['file that no row names', 'files that no row names'],
  landing: ['upload of no photo', 'uploads of no photo'],
  multipart: ['upload in parts that nobody finished', 'uploads in parts that nobody finished'],
  asset: ['photo that stood still', 'photos that stood still'],
  event: ['event that nobody works on', 'events that nobody works on'],
  registration: ['upload that was registered late', 'uploads that were registered late'],
};
const done: Readonly<Record<string, string>> = {
  delete: 'deleted',
  abort: 'ended',
  fail: 'failed, with a retry',
  report: 'named only',
  close: 'closed',
};

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
          {formatPlural(times, ...(subjects[kind] ?? ([kind, kind] as const)))}
          <span className="voice-label">{dryRun ? `would be ${done[act] ?? act}` : (done[act] ?? act)}</span>
        </li>
      ))}
    </ul>
  );
}

function summary(kinds: number, dryRun: boolean): string {
  if (kinds === 0) return 'rows and store agree';
  return dryRun ? 'a dry run: nothing was changed' : 'brought together';
}
