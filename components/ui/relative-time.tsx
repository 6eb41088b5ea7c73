import { formatExactTime, formatRelativeTime } from '#lib/format.ts';

/** `3 days ago`, with the exact time on hover. `now` and `timeZone` are handed in, so that a render repeats. */
export function RelativeTime({
  at,
  now,
  timeZone,
  className,
}: {
  at: Date | string;
  now: Date;
  timeZone: string;
  className?: string;
}) {
  const date = new Date(at);
  return (
    <time className={className} dateTime={date.toISOString()} title={formatExactTime(date, timeZone)}>
      {formatRelativeTime(date, now)}
    </time>
  );
}
