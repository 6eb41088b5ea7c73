import { Problem } from './errors.ts';

const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a moment as people write it: a bare date is where its day begins in the time zone, `days` later; a date with a
 * time must say its offset. Null for nothing; throws 400 with `field` for what is neither.
 */
export function parseMoment(
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
    throw invalidField(
      field,
      'Give a date such as 2026-12-24, or a time with its offset such as 2026-12-24T18:00:00+01:00.',
    );
  return at;
}

/** What is wrong with a moment as people write it, in any time zone; undefined where nothing is. */
export function checkMoment(text: string | undefined): string | undefined {
  try {
    parseMoment('', text, 'UTC', 0);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** The day at midnight as if in UTC; refuses days that no calendar has. */
function calendarDay(field: string, [, year, month, date]: RegExpExecArray): number {
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const text = `${year}-${month}-${date}`;
  if (new Date(utc).toISOString().slice(0, 10) !== text)
    throw invalidField(field, `There is no day ${text}.`);
  return utc;
}

/** The day of a moment in a time zone, as `2026-12-24`. */
export function dateIn(at: Date, timeZone: string): string {
  const parts = wallClock(at.getTime(), timeZone);
  return new Date(parts).toISOString().slice(0, 10);
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

/** A 400 about one field of what was sent. */
export function invalidField(field: string, message: string): Problem {
  return new Problem('invalid_request', message, { details: { issues: [{ path: field, message }] } });
}
