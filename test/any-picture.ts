import fc from 'fast-check';
import sharp from 'sharp';
import { adobeRgb, displayP3 } from './colour-reference.ts';
import { greyProfile, rgbProfile } from './icc-profiles.ts';
import { pngOf, type Samples, tiffOf } from './raw-files.ts';

const kinds = [
  'photo',
  'turned',
  'grey',
  'grey with a curve',
  'transparent',
  'transparent grey',
  'opaque alpha',
  'faint alpha',
  'P3',
  'deep Adobe RGB',
  'deep and transparent',
  'inks',
  'palette',
  'animation',
  'AVIF',
] as const;
type Kind = (typeof kinds)[number];

export interface AnyPicture {
  width: number;
  height: number;
  kind: Kind;
}

const side = fc.integer({ min: 1, max: 260 });
export const anyPicture: fc.Arbitrary<AnyPicture> = fc.record({
  width: side,
  height: side,
  kind: fc.constantFrom(...kinds),
});

/** As people see it. */
export function uprightSize({ width, height, kind }: AnyPicture): { width: number; height: number } {
  return kind === 'turned' ? { width: height, height: width } : { width, height };
}

const p3 = rgbProfile(displayP3);
const adobe = rgbProfile(adobeRgb);

/** Which profile `keep` would keep. */
export function keepableProfile({ kind }: AnyPicture): Buffer | undefined {
  if (kind === 'P3') return p3;
  return kind === 'deep Adobe RGB' || kind === 'deep and transparent' ? adobe : undefined;
}

/** Noise, the same for the same picture. */
function noise(x: number, y: number, channel: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233 + channel * 37.719) * 43_758.5453;
  return value - Math.floor(value);
}

export async function drawPicture({ width, height, kind }: AnyPicture): Promise<Buffer> {
  const samples = (channels: number, depth: 8 | 16 = 8, profile?: Buffer): Samples => ({
    width,
    height,
    channels,
    depth,
    pixel: (x, y) =>
      Array.from({ length: channels }, (_, channel) => Math.round(noise(x, y, channel) * (2 ** depth - 1))),
    ...(profile && { profile }),
  });
  const rgb = () => sharp(pngOf(samples(3)));
  switch (kind) {
    case 'photo':
      return rgb().jpeg().toBuffer();
    case 'turned':
      return turned(
        await rgb()
          .withExif({ IFD0: { Artist: 'A. Stranger' } })
          .jpeg()
          .toBuffer(),
      );
    case 'grey':
      return pngOf(samples(1));
    case 'grey with a curve':
      return pngOf(
        samples(
          1,
          16,
          greyProfile((code) => code ** 1.8),
        ),
      );
    case 'transparent':
      return pngOf(samples(4));
    case 'transparent grey':
      return pngOf(samples(2));
    case 'opaque alpha':
      return rgb().ensureAlpha(1).png().toBuffer();
    case 'faint alpha':
      return rgb()
        .ensureAlpha(254 / 255)
        .png()
        .toBuffer();
    case 'P3':
      return pngOf(samples(3, 8, p3));
    case 'deep Adobe RGB':
      return pngOf(samples(3, 16, adobe));
    case 'deep and transparent':
      return pngOf(samples(4, 16, adobe));
    case 'inks':
      return tiffOf({ ...samples(4), kind: 'cmyk' });
    case 'palette':
      return rgb().png({ palette: true, colours: 16 }).toBuffer();
    case 'animation':
      return sharp([pngOf(samples(3)), await rgb().negate().png().toBuffer()], { join: { animated: true } })
        .webp({ effort: 0 })
        .toBuffer();
    case 'AVIF':
      return rgb().avif({ effort: 0 }).toBuffer();
  }
}

/** Orientation 6 where sharp wrote 1. */
function turned(jpeg: Buffer): Buffer {
  const upright = Buffer.from('12010300010000000100', 'hex');
  jpeg.writeUInt8(6, jpeg.indexOf(upright) + 8);
  return jpeg;
}
