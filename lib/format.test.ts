import { describe, expect, it } from 'vitest';
import { formatBytes, formatExactTime, formatPixels, formatPlural, formatRelativeTime } from './format.ts';

describe('file sizes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1540, '1.5 kB'],
    [499_712, '500 kB'],
    [999_499, '999 kB'],
    [999_600, '1 MB'],
    [24_300_000, '24 MB'],
    [3_200_000_000, '3.2 GB'],
  ])('%d bytes read as %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});

describe('measures', () => {
  it('names pixels with their unit and grouped thousands', () => {
    expect(formatPixels(2400, 1600)).toBe('2,400 × 1,600 px');
  });
  it('counts one photo and several photos', () => {
    expect([formatPlural(1, 'photo'), formatPlural(1204, 'photo')]).toEqual(['1 photo', '1,204 photos']);
  });
});

describe('times', () => {
  const now = new Date('2026-03-14T12:00:00Z');
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  it.each([
    [10, 'just now'],
    [50, '50 seconds ago'],
    [5 * 60, '5 minutes ago'],
    [3 * 3600, '3 hours ago'],
    [26 * 3600, 'yesterday'],
    [5 * 86_400, '5 days ago'],
    [15 * 86_400, '2 weeks ago'],
    [400 * 86_400, 'last year'],
    [-2 * 86_400, 'in 2 days'],
  ])('%d seconds before now reads as %s', (seconds, words) => {
    expect(formatRelativeTime(before(seconds), now)).toBe(words);
  });
  it('gives the exact time in the portal’s time zone', () => {
    expect(formatExactTime(now, 'Asia/Tokyo')).toBe('14 Mar 2026, 21:00 GMT+9');
  });
});
