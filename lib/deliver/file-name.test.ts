import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { derivativeFileName, originalFileName } from './file-name.ts';

describe('the name of a downloaded derivative', () => {
  test.each([
    [{ title: 'Robotics kit', filename: 'IMG_1.JPG' }, 'Robotics kit-web-small.webp'],
    [{ title: '', filename: 'x (2).png' }, 'x (2)-web-small.webp'],
    [{ title: '', filename: 'ロボット.jpeg' }, 'ロボット-web-small.webp'],
    [{ title: '', filename: 'صورة.png' }, 'صورة-web-small.webp'],
    [{ title: 'Kit v1.2', filename: 'a.png' }, 'Kit v1.2-web-small.webp'],
    [{ title: '9\u202fam 👩🏽‍🔬', filename: 'a.png' }, '9\u202fam 👩🏽‍🔬-web-small.webp'],
    [{ title: 'kit \u202egpj.exe', filename: 'a.png' }, 'kit gpj.exe-web-small.webp'],
    [{ title: '../../etc/passwd', filename: 'a.png' }, '-..-etc-passwd-web-small.webp'],
    [{ title: 'two\r\nlines', filename: 'a.png' }, 'two lines-web-small.webp'],
    [{ title: '\u202e', filename: '…' }, 'photo-web-small.webp'],
    [{ title: '', filename: '.png' }, 'photo-web-small.webp'],
  ])('of %j is %s', (asset, name) => {
    expect(derivativeFileName(asset, 'web-small', 'webp')).toBe(name);
  });

  test('always fits a file system, ends in the type of its bytes and holds no path, control or direction override', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: 'binary' }),
        (title, filename) => {
          const name = derivativeFileName(
            { title, filename },
            'a-format-of-forty-letters-abcdefghijklmno',
            'webp',
          );
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          expect(name).toMatch(/^[^/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+\.webp$/u);
          expect(name).not.toMatch(/^[\s.]/);
        },
      ),
    );
  });
});

describe('the name of a downloaded original', () => {
  test.each([
    ['x (2).png', 'png', 'x (2).png'],
    ['IMG_0001.JPEG', 'jpg', 'IMG_0001.JPEG'],
    ['scan.tiff', 'tif', 'scan.tiff'],
    ['kit.png', 'jpg', 'kit.jpg'],
    ['kit', 'webp', 'kit.webp'],
    ['9\u202fam.png', 'png', '9\u202fam.png'],
  ])('of %s with %s bytes is %s', (filename, extension, name) => {
    expect(originalFileName(filename, extension)).toBe(name);
  });
});
