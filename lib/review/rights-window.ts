import { dateIn, invalidField, parseMoment } from '#lib/moment.ts';

/** A window in moments: open from `from` on, and no longer at `until`. Null: no bound. */
export interface RightsWindow {
  from: Date | null;
  until: Date | null;
}

/**
 * Reads the bounds as people write them. A bare date means the day in the portal's time zone: “until 2026-12-24” is
 * good all that day there and not a moment longer. A date with a time must say its offset. Throws 400.
 */
export function parseRightsWindow(
  input: { publish_from?: string | null | undefined; publish_until?: string | null | undefined },
  timeZone: string,
): RightsWindow {
  const from = parseMoment('publish_from', input.publish_from, timeZone, 0);
  const until = parseMoment('publish_until', input.publish_until, timeZone, 1);
  if (from && until && from >= until)
    throw invalidField('publish_until', 'The window ends before it begins: choose a later end.');
  return { from, until };
}

/** The last day on which something with this end is still good, as a date in the portal's time zone. */
export function lastDayOf(until: Date, timeZone: string): string {
  return dateIn(new Date(until.getTime() - 1), timeZone);
}
