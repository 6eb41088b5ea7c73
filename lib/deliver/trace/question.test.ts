import { describe, expect, test } from 'vitest';
import { readQuestion } from './question.ts';
import { readObjectKey } from './read-link.ts';

const own = {
  portals: ['http://localhost:3000', 'http://127.0.0.1:3000'],
  stores: ['https://store.example.com'],
  bucket: 'photos',
};
const hash = '0123456789abcdef'.repeat(4);
const id = '0b6a7a0e-6d0e-4f0b-8c53-0c6c3b1f7d4a';
const name = { source_hash: hash, audience: 'partner', policy_version: 2, format: 'campaign' };
const path = `${hash}/partner/2/campaign`;
const ask = (text: string) => readQuestion(text, own);

test.each([
  hash,
  hash.toUpperCase(),
  `  ${hash}\n`,
  (hash.match(/.{8}/g) ?? []).join(' '),
  (hash.toUpperCase().match(/../g) ?? []).join(':'),
  `sha256:${hash}`,
  `SHA-256 = ${hash}`,
  `0x${hash}`,
])('%j is a hash', (text) => {
  expect(ask(text)).toEqual({ kind: 'hash', sha256: hash });
});

test.each([
  `http://localhost:3000/api/derivatives/${path}`,
  `http://localhost:3000/api/derivatives/${path}?asset=${id}&view=1`,
  `http://127.0.0.1:3000/api/derivatives/${path}/manifest`,
  `localhost:3000/files/${path}`,
  `/files/${path}`,
  path,
])('%s leads to a derivative', (text) => {
  expect(ask(text)).toEqual({ kind: 'link', target: { kind: 'derivative', name } });
});

test.each([
  `http://localhost:3000/library/${id}`,
  `/api/assets/${id}/thumbnail`,
  `http://localhost:3000/catalog/2b6a7a0e-6d0e-4f0b-8c53-0c6c3b1f7d4a?audience=partner&photo=${id}`,
])('%s leads to a photo', (text) => {
  expect(ask(text)).toEqual({ kind: 'link', target: { kind: 'asset', id } });
});

test.each([
  `https://store.example.com/photos/derivatives/${path}/17/file.jpg?X-Amz-Signature=abc`,
  `https://photos.store.example.com/derivatives/${path}/17/file.jpg`,
  `https://store.example.com/photos/derivatives/${path.replace('partner', '%70artner')}/17/file.jpg`,
])('%s names an object', (text) => {
  const key = `derivatives/${path}/17/file.jpg`;
  expect(ask(text)).toEqual({ kind: 'link', target: { kind: 'object', key } });
});

test.each([
  ['https://elsewhere.example.org/picture.jpg', 'elsewhere.example.org'],
  ['elsewhere.example.org/picture.jpg', 'elsewhere.example.org'],
  [`http://localhost:3001/files/${path}`, 'localhost:3001'],
  [`https://store.example.com.evil.example/photos/masters/${hash}`, 'store.example.com.evil.example'],
  ['https://store.example.com/other-bucket/x', 'store.example.com'],
  ['//elsewhere.example.org/x', 'elsewhere.example.org'],
])('%s is of another site', (text, host) => {
  expect(ask(text)).toEqual({ kind: 'foreign', host });
});

test.each([
  '',
  'rover',
  hash.slice(1),
  `/library/${id}x`,
  '/policies/partner',
  'http://',
  'two words',
  'javascript:alert(1)',
])('%j is unclear', (text) => {
  expect(ask(text)).toEqual({ kind: 'unclear' });
});

describe('a key of the store', () => {
  test.each([
    [`derivatives/${path}/5/file.webp`, { kind: 'derivative', name }],
    [`derivatives/${path}/5/manifest.json`, { kind: 'derivative', name }],
    [`masters/${hash}`, { kind: 'master', sha256: hash }],
    [`assets/${id}/original.jpg`, { kind: 'asset', id }],
    [`assets/${id}/thumb.jpg`, { kind: 'asset', id }],
    ['previews/abc', undefined],
    ['assets/../masters/x', undefined],
  ])('%s', (key, found) => {
    expect(readObjectKey(key)).toEqual(found);
  });
});
