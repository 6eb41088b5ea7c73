import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { profileSpace } from '#lib/picture/icc-header.ts';
import type { ToSrgb } from '#lib/picture/to-srgb.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { type Profile, parseColor, type Raster, type Rgb } from '../picture.ts';
import type { Source } from './load.ts';
import type { StreamStep } from './stream-step.ts';

/**
 * The profile that `keep` keeps. Only RGB profiles of RGB pictures can be: grey, CMYK and Lab pictures become
 * sRGB, as the files they leave in are RGB. So do pictures whose profile is damaged or leads one way only, as those
 * of scanners do: marks and backgrounds cannot be converted to it. `path` is where the profile is written for
 * conversions.
 */
export async function keptProfile(
  source: Source,
  contract: Pick<OutputContract, 'color_profile'>,
  path: string,
): Promise<Profile | undefined> {
  const { icc, space } = source.metadata;
  if (contract.color_profile !== 'keep' || !icc || (space !== 'srgb' && space !== 'rgb16')) return undefined;
  if (profileSpace(icc) !== 'RGB ') return undefined;
  await writeFile(path, icc);
  const profile = { bytes: icc, path };
  return (await isUsable(profile)) ? profile : undefined;
}

/** Whether colours can be converted to it. libvips skips a conversion that it cannot do, and then attaches nothing. */
async function isUsable({ path, bytes }: Profile): Promise<boolean> {
  const pixel = { create: { width: 1, height: 1, channels: 3, background: '#808080' } } as const;
  const converted = await sharp(pixel).withIccProfile(path).png().toBuffer();
  return (await sharp(converted).metadata()).icc?.equals(bytes) ?? false;
}

/** To sRGB by the embedded profile, or by the fallback of libvips for CMYK without one; untouched where it is kept. */
export function colourWay(source: Source, profile: Profile | undefined): ToSrgb {
  if (!profile) return source.toSrgb;
  const deep = source.metadata.space === 'rgb16';
  return {
    ignoreIcc: false,
    deep,
    prepare: (pipeline) => pipeline.keepIccProfile().toColourspace(deep ? 'rgb16' : 'srgb'),
  };
}

export const colour: StreamStep = (pipeline, plan) => plan.colour.prepare(pipeline);

/** The contract's colours are sRGB; next to pixels of another profile they are converted, so that they look the same. */
export async function toProfile(raster: Raster, profile: Profile | undefined): Promise<Raster> {
  if (!profile) return raster;
  const { width, height } = raster;
  const pixels = await sharp(raster.pixels, { raw: { width, height, channels: 4 } })
    .withIccProfile(profile.path)
    .raw()
    .toBuffer();
  return { pixels, width, height };
}

export async function colorInProfile(hex: string, profile: Profile | undefined): Promise<Rgb> {
  const { r, g, b } = parseColor(hex);
  const { pixels } = await toProfile({ pixels: Buffer.from([r, g, b, 255]), width: 1, height: 1 }, profile);
  return { r: pixels[0] ?? r, g: pixels[1] ?? g, b: pixels[2] ?? b };
}
