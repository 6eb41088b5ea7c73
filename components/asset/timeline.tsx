import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { TimelineEntry } from '#lib/review/get-asset-detail.ts';
import { timelineWords } from './timeline-words.ts';

/** Who did what to a photo, newest first. */
export function Timeline({
  entries,
  audienceName,
  now,
  timeZone,
}: {
  entries: readonly TimelineEntry[];
  audienceName: (slug: string) => string;
  now: Date;
  timeZone: string;
}) {
  return (
    <ol className="flex flex-col">
      {entries.map((entry) => {
        const { who, what, note } = timelineWords(entry, audienceName);
        return (
          <li className="border-b border-line py-1 text-small" key={entry.id}>
            <p className="flex items-baseline justify-between gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {who && <strong className="font-medium">{who} </strong>}
                {what}
              </span>
              <RelativeTime at={entry.at} className="voice-label shrink-0" now={now} timeZone={timeZone} />
            </p>
            {note && <p className="mt-0.5 text-ink-soft [overflow-wrap:anywhere]">“{note}”</p>}
          </li>
        );
      })}
    </ol>
  );
}
