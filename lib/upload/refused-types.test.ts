import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusalSentence } from './refused-types.ts';

it('every refusal says what to do', () => {
  fc.assert(
    fc.property(fc.string(), (mediaType) => {
      expect(refusalSentence(mediaType)).toMatch(/not accepted.*(Export|Upload|Develop|Unpack)/);
    }),
  );
});

it.each([
  ['image/heic', 'Export the photo as JPEG'],
  ['image/heif-sequence', 'Export the photo as JPEG'],
  ['image/jxl', 'Export the photo as JPEG'],
  ['image/svg+xml', 'Export it as PNG'],
  ['application/pdf', 'Export the page as PNG or JPEG'],
  ['image/vnd.adobe.photoshop', 'Export the picture as TIFF, PNG or JPEG'],
  ['video/mp4', 'Export a still picture'],
  ['constructor', 'Upload a JPEG, PNG'],
])('%s: %s', (mediaType, todo) => {
  expect(refusalSentence(mediaType)).toContain(todo);
});
