import { readSamples, toBytes } from '#lib/picture/to-srgb.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Geometry } from '../geometry.ts';
import type { Picture, Profile } from '../picture.ts';
import { defaultBackground, flatten, flattenDeep, requireAlpha } from './alpha.ts';
import { colorInProfile, colour, colourWay } from './colour.ts';
import { crop, cut } from './crop.ts';
import { type Source, unreadable } from './load.ts';
import { orient } from './orient.ts';
import { resize } from './resize.ts';
import type { StreamStep } from './stream-step.ts';

/**
 * The first pass, in this order: everything that libvips can do while the master streams through it once. Marks need
 * a second pass over the result, since sharp always resizes before it composites.
 */
export const firstPass: readonly StreamStep[] = [orient, colour, crop, resize, cut, flatten];

export async function decode(
  source: Source,
  contract: OutputContract,
  geometry: Geometry,
  profile: Profile | undefined,
): Promise<Picture> {
  const background = await colorInProfile(contract.background ?? defaultBackground, profile);
  const plan = { contract, geometry, colour: colourWay(source, profile), background };
  const stream = firstPass.reduce((pipeline, step) => step(pipeline, plan), source.open(plan.colour));
  const read = await readSamples(stream, plan.colour).catch((cause) => {
    throw unreadable(cause);
  });
  const { samples, width, height, channels } = flattenDeep(read, plan);
  const picture = { ...asColour(toBytes(samples), channels), width, height, profile };
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
