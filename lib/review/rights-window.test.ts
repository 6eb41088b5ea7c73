import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateIn } from '#lib/moment.ts';
import { lastDayOf, parseRightsWindow } from './rights-window.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
];

function until(text: string, zone: string): Date {
  const { until: end } = parseRightsWindow({ publish_until: text }, zone);
  if (!end) throw new Error('no end');
  return end;
}

describe('a rights window', () => {
  test.each([
    // UTC+14: the day ends while it is still morning of the same day in UTC.
    ['2026-12-24', 'Pacific/Kiritimati', '2026-12-24T10:00:00.000Z'],
    ['2026-12-24', 'America/New_York', '2026-12-25T05:00:00.000Z'],
    ['2026-12-24', 'UTC', '2026-12-25T00:00:00.000Z'],
    // The day of the change to summer time has 23 hours, that of the change back 25.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    // In Cairo midnight itself is left out, in Havana it comes twice, in Apia a whole day was left out.
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-10-31', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2028-02-29', 'UTC', '2028-03-01T00:00:00.000Z'],
  ])('until %s in %s ends at %s', (text, zone, end) => {
    expect(until(text, zone).toISOString()).toBe(end);
  });

  test('is open for the whole of its first and last day in the zone, and not a millisecond longer', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (date, zone) => {
        const text = date.toISOString().slice(0, 10);
        const window = parseRightsWindow({ publish_from: text, publish_until: text }, zone);
        const [from, end] = [window.from?.getTime() ?? 0, window.until?.getTime() ?? 0];
        expect(dateIn(new Date(from), zone)).toBe(text);
        expect(dateIn(new Date(from - 1), zone) < text).toBe(true);
        expect(dateIn(new Date(end - 1), zone)).toBe(text);
        expect(dateIn(new Date(end), zone) > text).toBe(true);
        expect(lastDayOf(new Date(end), zone)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test('takes a time with an offset as the moment it is', () => {
    expect(until('2026-12-24T18:00:00+01:00', 'Asia/Tokyo').toISOString()).toBe('2026-12-24T17:00:00.000Z');
    expect(until('2026-12-24T18:00Z', 'Asia/Tokyo').toISOString()).toBe('2026-12-24T18:00:00.000Z');
  });

  test.each([
    'tomorrow',
    '24.12.2026',
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2026-12-24T18:00',
    '2026-12-24T25:00Z',
    '1',
  ])('refuses %s with a sentence', (text) => {
    expect(() => until(text, 'UTC')).toThrow(/^(Give a date such as|There is no day)/);
  });

  test('must not end before it begins', () => {
    expect(() =>
      parseRightsWindow({ publish_from: '2026-12-25', publish_until: '2026-12-24' }, 'UTC'),
    ).toThrow('The window ends before it begins');
  });

  test('is open on both sides where nothing is given', () => {
    expect(parseRightsWindow({ publish_from: null, publish_until: '' }, 'UTC')).toEqual({
      from: null,
      until: null,
    });
  });
});
