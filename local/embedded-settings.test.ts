import { expect, test } from 'vitest';
import { chooseMode } from './embedded-settings.ts';

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
