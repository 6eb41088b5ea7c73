import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AcceptedType,
  acceptedInWords,
  acceptedTypes,
  extensionIn,
  extensionOf,
  isAcceptedType,
  normalizeMediaType,
  typeOfName,
} from './accepted-types.ts';
import { isLandingKey, landingKey } from './landing-key.ts';

const types = Object.keys(acceptedTypes) as AcceptedType[];

describe('accepted types', () => {
  it('are the six, in words too', () => {
    expect(types).toEqual(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff', 'image/gif']);
    expect(acceptedInWords).toBe('JPEG, PNG, WebP, AVIF, TIFF or GIF');
  });

  it('are compared in lower case and without parameters', () => {
    expect(normalizeMediaType(' Image/JPEG; q=1')).toBe('image/jpeg');
    expect(isAcceptedType('toString')).toBe(false);
  });

  it('are guessed from the end of a name only', () => {
    expect(typeOfName('Kit (2).JPG')).toBe('image/jpeg');
    expect(typeOfName('صورة.webp')).toBe('image/webp');
    expect(typeOfName('photo.jpg.php')).toBeUndefined();
    expect(typeOfName('.png')).toBeUndefined();
    expect(extensionIn('folder.d/name')).toBeUndefined();
  });
});

describe('landing keys', () => {
  it('are ASCII, of our own making, and recognised as such', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...types), (id, type) => {
        const key = landingKey(id, type);
        expect(key).toBe(`assets/${id}/original.${extensionOf(type)}`);
        expect(key).toMatch(/^[a-z0-9/.-]+$/);
        expect(isLandingKey(key)).toBe(true);
      }),
    );
  });

  it('are nothing else: no other text, no prefix, no traversal passes', () => {
    const id = '0b9a6f0e-5a6f-4b53-9c0e-2f6f3a1c7b9e';
    for (const key of [
      `assets/${id}/thumb.jpg`,
      `masters/${'a'.repeat(64)}`,
      `assets/../assets/${id}/original.jpg`,
      `/assets/${id}/original.jpg`,
      `assets/${id}/original.jpg/`,
      `assets/${id}/original.jp%67`,
      `assets/${id}/original.jpg\n`,
      `assets/${id.toUpperCase()}/original.jpg`,
      `assets/${id}/original.`,
    ]) {
      expect(isLandingKey(key), key).toBe(false);
    }
    fc.assert(fc.property(fc.string(), (text) => !isLandingKey(text)));
  });

  it('have the extension of the type, and each extension leads back to it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.string(), (type, stem) => {
        const plain = stem.replace(/[/\\]/g, '_');
        fc.pre(plain.length > 0);
        for (const extension of acceptedTypes[type].extensions) {
          expect(typeOfName(`${plain}.${extension.toUpperCase()}`)).toBe(type);
        }
      }),
    );
  });
});
