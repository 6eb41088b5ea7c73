import { Problem } from '#lib/errors.ts';

/** A window in moments: open from `from` on, and no longer at `until`. Null: no bound. */
export interface RightsWindow {
  from: Date | null;
  until: Date | null;
}

const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads the bounds as people write them. A bare date means the day in the portal's time zone: “until 2026-12-24” is
 * good all that day there and not a moment longer. A date with a time must say its offset. Throws 400.
 */
export function parseRightsWindow(
  input: { publish_from?: string | null | undefined; publish_until?: string | null | undefined },
  timeZone: string,
): RightsWindow {
  const from = parseBound('publish_from', input.publish_from, timeZone, 0);
  const until = parseBound('publish_until', input.publish_until, timeZone, 1);
  if (from && until && from >= until)
    throw invalid('publish_until', 'The window ends before it begins: choose a later end.');
  return { from, until };
}

/** The last day on which something with this end is still good, as a date in the portal's time zone. */
export function lastDayOf(until: Date, timeZone: string): string {
  return dateIn(new Date(until.getTime() - 1), timeZone);
}

/** The day of a moment in a time zone, as `2026-12-24`. */
export function dateIn(at: Date, timeZone: string): string {
  const parts = wallClock(at.getTime(), timeZone);
  return new Date(parts).toISOString().slice(0, 10);
}

function parseBound(
  field: string,
  text: string | null | undefined,
  timeZone: string,
  days: number,
): Date | null {
  if (text === null || text === undefined || text === '') return null;
  const date = dateOnly.exec(text);
  if (date) return startOfDay(calendarDay(field, date), days, timeZone);
  const timed = moment.exec(text);
  if (timed) calendarDay(field, timed);
  const at = new Date(timed ? text : Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw invalid(
      field,
      'Give a date such as 2026-12-24, or a time with its offset such as 2026-12-24T18:00:00+01:00.',
    );
  return at;
}

/** The day at midnight as if in UTC; refuses days that no calendar has. */
function calendarDay(field: string, [, year, month, date]: RegExpExecArray): number {
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const text = `${year}-${month}-${date}`;
  if (new Date(utc).toISOString().slice(0, 10) !== text) throw invalid(field, `There is no day ${text}.`);
  return utc;
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The first moment of a day in a time zone, `days` after the one given. Where clocks jump over midnight, or a zone
 * leaves a whole day out, it is the first moment after the jump; where midnight comes twice, the first of the two.
 * Found by bisection, since no offset is constant enough to be added.
 */
function startOfDay(utcMidnight: number, days: number, timeZone: string): Date {
  const wanted = utcMidnight + days * day;
  // Offsets lie between -12 and +14 hours; a day more on either side also covers days that a zone left out.
  let before = wanted - 2 * day;
  let reached = wanted + 2 * day;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (wallClock(middle, timeZone) >= wanted) reached = middle;
    else before = middle;
  }
  return new Date(reached);
}

/** What a clock on the wall shows at a moment, as milliseconds as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hours, minute, second) + (((at % 1000) + 1000) % 1000);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

function invalid(field: string, message: string): Problem {
  return new Problem('invalid_request', message, { details: { issues: [{ path: field, message }] } });
}
