import { expect, test } from 'vitest';
import { findLocalScraper } from './local-scraper.ts';

const from = (headers: Record<string, string>, METRICS_TOKEN?: string) =>
  findLocalScraper({ env: { METRICS_TOKEN } }, { headers: new Headers(headers) }) !== undefined;
const direct = { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' };

test('this machine may scrape without a token, by any of its addresses', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(from({ ...direct, 'x-forwarded-for': address })).toBe(true);
  expect(from({ ...direct, 'x-forwarded-host': 'localhost:3000', 'x-forwarded-proto': 'http' })).toBe(true);
});

test('nobody else may, nor whoever comes through a proxy on this machine or by a name of their own', () => {
  expect(from({ ...direct, 'x-forwarded-for': '10.0.0.7' })).toBe(false);
  expect(from({ ...direct, 'x-forwarded-for': '203.0.113.9, 127.0.0.1' })).toBe(false);
  expect(from({ ...direct, 'x-forwarded-host': 'brand.example.com' })).toBe(false);
  expect(from({ ...direct, 'x-forwarded-proto': 'https' })).toBe(false);
  expect(from({ ...direct, host: 'rebound.example.com' })).toBe(false);
  expect(from({ host: 'localhost:3000' })).toBe(false);
});

test('once a token is set it is the only way in', () => {
  expect(from(direct, 'x'.repeat(40))).toBe(false);
});
