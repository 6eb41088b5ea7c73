import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { testConsole } from '#test/console.ts';
import { loadEnvFile } from './load-settings.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-settings-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
const { run } = testConsole('');

it('a setting of .env counts where the environment says nothing else', () => {
  vi.stubEnv('BLAZON_TEST_GIVEN', 'by the environment');
  vi.stubEnv('BLAZON_TEST_LEFT_OUT', undefined);
  writeFileSync(
    path.join(folder, '.env'),
    'BLAZON_TEST_GIVEN=by the file\nBLAZON_TEST_LEFT_OUT=by the file\n',
  );
  loadEnvFile(folder);
  expect(process.env.BLAZON_TEST_GIVEN).toBe('by the environment');
  expect(process.env.BLAZON_TEST_LEFT_OUT).toBe('by the file');
});

it.each([
  ['bridge', ['KAFKA_BROKERS is missing', 'SQS_QUEUE_URL is missing']],
  ['relay', ['DATABASE_URL is missing', 'S3_ENDPOINT is missing']],
  ['worker', ['DATABASE_URL is missing', 'AUTH_SECRET is missing']],
  ['web', ['DATABASE_URL is missing', 'PORTAL_URL is missing']],
  ['setup', ['DATABASE_URL is missing', 'S3_BUCKET is missing']],
])('%s says what is missing, a line each, and no more than that', async (command, sentences) => {
  const { code, stdout, stderr } = await run(command, []);
  expect([code, stdout]).toEqual([1, '']);
  for (const sentence of sentences) expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
});
