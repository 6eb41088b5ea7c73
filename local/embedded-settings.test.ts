import { expect, test } from 'vitest';
import { chooseMode, embeddedProblems } from './embedded-settings.ts';

const all = {
  DATABASE_URL: 'a',
  S3_ENDPOINT: 'b',
  S3_BUCKET: 'c',
  S3_ACCESS_KEY_ID: 'd',
  S3_SECRET_ACCESS_KEY: 'e',
};

test('no outside setting means the embedded default, all of them the outside parts', () => {
  expect(chooseMode({})).toBe('embedded');
  expect(chooseMode(all)).toBe('outside');
});

test('each missing outside setting gets a sentence that names it', () => {
  for (const name of Object.keys(all)) {
    const mode = chooseMode({ ...all, [name]: '' });
    expect(mode).toEqual({ problems: [expect.stringMatching(new RegExp(`^${name} is missing: .*\\.$`))] });
  }
});

test('a public store address without a store is a contradiction', () => {
  expect(chooseMode({ S3_PUBLIC_ENDPOINT: 'https://cdn.example' })).toHaveProperty('problems');
});

test('the embedded default is not to be had with outside parts', () => {
  expect(chooseMode({ ...all, EMBEDDED: 'true' })).toHaveProperty('problems');
});

test('a setting that the embedded default cannot use is told before anything is started', () => {
  expect(embeddedProblems({ PORT: '3000', MAX_FRAMES: '10' })).toEqual([]);
  expect(embeddedProblems({ STORE_PORT: 'abc', POSTGRES_PORT: '70000' })).toEqual([
    expect.stringMatching(/^STORE_PORT must be/),
    expect.stringMatching(/^POSTGRES_PORT must be/),
  ]);
  expect(embeddedProblems({ DOWNLOAD_URL_SECONDS: '90' })).toEqual([
    'DOWNLOAD_URL_SECONDS may be 60 at most.',
  ]);
  expect(embeddedProblems({ MAX_FRAMES: 'many' })).toEqual(['MAX_FRAMES: a whole number above 0 is needed.']);
});
