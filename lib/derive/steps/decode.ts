import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Geometry } from '../geometry.ts';
import type { Picture, Profile } from '../picture.ts';
import { defaultBackground, flatten, requireAlpha } from './alpha.ts';
import { colorInProfile, colour } from './colour.ts';
import { type Source, unreadable } from './load.ts';
import { orient } from './orient.ts';
import { resize } from './resize.ts';

/**
 * The first pass: everything that libvips can do while the master streams through it once. Marks need a second
 * pass over the result, since sharp always resizes before it composites.
 */
export async function decode(
  source: Source,
  contract: OutputContract,
  geometry: Geometry,
  profile: Profile | undefined,
): Promise<Picture> {
  const background = await colorInProfile(contract.background ?? defaultBackground, profile);
  const upright = orient(source.open());
  const coloured = colour(upright, source, profile);
  const sized = resize(coloured, geometry);
  const flat = flatten(sized, contract, background);
  const { data, info } = await flat
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause) => {
      throw unreadable(cause);
    });
  const picture = { ...asColour(data, info.channels), width: info.width, height: info.height, profile };
  requireAlpha(picture, contract);
  return picture;
}

/** Grey becomes RGB: a coloured mark on a grey photo keeps its colour. */
function asColour(data: Buffer, channels: number): Pick<Picture, 'pixels' | 'channels'> {
  if (channels === 3 || channels === 4) return { pixels: data, channels };
  const hasAlpha = channels === 2;
  const wide = hasAlpha ? 4 : 3;
  const pixels = Buffer.alloc((data.length / channels) * wide);
  for (let from = 0, to = 0; from < data.length; from += channels, to += wide) {
    pixels.fill(data[from] ?? 0, to, to + 3);
    if (hasAlpha) pixels[to + 3] = data[from + 1] ?? 255;
  }
  return { pixels, channels: wide };
}
