import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { exifFacts } from './exif-facts.ts';

async function exifOf(fields: Record<string, Record<string, string>>): Promise<Buffer | undefined> {
  const file = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#888' } })
    .withExif(fields)
    .jpeg()
    .toBuffer();
  return (await sharp(file).metadata()).exif;
}

test('texts, numbers and dates survive as JSON', async () => {
  const exif = await exifOf({
    IFD0: { Make: 'Blazon', Copyright: '(C) 2026 Blazon' },
    IFD2: { DateTimeOriginal: '2026:03:04 05:06:07', FNumber: '28/10' },
  });
  expect(exifFacts(exif)).toMatchObject({
    Image: { Make: 'Blazon', Copyright: '(C) 2026 Blazon' },
    Photo: { DateTimeOriginal: '2026-03-04T05:06:07.000Z', FNumber: 2.8 },
  });
});

test('nothing is there where there is no EXIF, or where it is not readable', () => {
  expect(exifFacts(undefined)).toBeNull();
  expect(exifFacts(Buffer.from('no exif at all'))).toBeNull();
});

test('damaged EXIF never gives what PostgreSQL refuses, and never throws', async () => {
  const whole = (await exifOf({
    IFD0: { Make: 'Camera', Artist: 'Ann' },
    IFD3: { GPSLatitudeRef: 'N' },
  })) as Buffer;
  const flips = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(flips, (changes) => {
      const damaged = Buffer.from(whole);
      for (const [at, value] of changes) damaged[at] = value;
      const text = JSON.stringify(exifFacts(damaged));
      expect(text).not.toContain('\\u0000');
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThan(200_000);
    }),
    { numRuns: 500 },
  );
});
