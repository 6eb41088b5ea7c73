import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { formatDuration, formatPlural } from '#lib/format.ts';

export interface WorkerEntry {
  id: string;
  kind: string;
  started_at: Date;
  leased: number;
  silent_seconds: number;
  is_alive: boolean;
}

/** Who works: each process by its machine and number, what it has in hand, and whether it was heard of lately. */
export function WorkerList({
  workers,
  now,
  timeZone,
}: {
  workers: readonly WorkerEntry[];
  now: Date;
  timeZone: string;
}) {
  if (workers.length === 0)
    return (
      <p className="border-t border-ink py-2">
        <StatusDot tone="fail">
          None was heard of within the hour. Start one: node scripts/worker.ts
        </StatusDot>
      </p>
    );
  return (
    <ul className="border-t border-ink">
      {workers.map(({ id, kind, started_at, leased, silent_seconds, is_alive }) => {
        const [host, process] = id.split('/');
        return (
          <li
            className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line py-1 text-small"
            key={id}
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {host}{' '}
              <span className="voice-label">
                {kind}, process {process}
              </span>
            </span>
            <span className="voice-label figures">
              {kind === 'worker' ? `${formatPlural(leased, 'job')} in hand, started ` : 'started '}
              <RelativeTime at={started_at} now={now} timeZone={timeZone} />
            </span>
            <StatusDot tone={is_alive ? 'ok' : 'fail'}>
              {is_alive ? 'alive' : `silent for ${formatDuration(silent_seconds)}`}
            </StatusDot>
          </li>
        );
      })}
    </ul>
  );
}
