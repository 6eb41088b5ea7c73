import { expect, it } from 'vitest';
import { subjectOf } from './audit-subject.ts';

const id = '0f9f4a52-8a0c-4a5e-9f0c-3a8f7a2b1c0d';
const name = `${'a1'.repeat(32)}/partner/3/web-small`;

it.each([
  [id, id],
  [id.toUpperCase(), id],
  [`/library/${id}?version=2`, id],
  [`https://brand.example.com/library/${id}#facts`, id],
  [`assets/${id}/original.jpg`, id],
  [`/api/assets/${id}/approval`, id],
  [`/files/${name}`, name],
  [`/api/derivatives/${name}/manifest`, name],
  [`derivatives/${name}/71/file.webp`, name],
  ['/policies/partner/3', 'partner'],
  ['partner', 'partner'],
  [`masters/${'a1'.repeat(32)}`, 'a1'.repeat(32)],
  ['POST /api/assets', 'POST /api/assets'],
])('%s is about %s', (text, subject) => {
  expect(subjectOf(text)).toBe(subject);
});
