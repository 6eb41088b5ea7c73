import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { type Profile, parseColor, type Raster, type Rgb } from '../picture.ts';
import type { Source } from './load.ts';

/**
 * The profile that `keep` keeps. Only RGB profiles of RGB pictures can be: grey, CMYK and Lab pictures become
 * sRGB, as the files they leave in are RGB. `path` is where the profile is written for conversions.
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
  return { bytes: icc, path };
}

/** To sRGB through the embedded profile, or to the fallback of libvips for CMYK without one. */
export function colour(pipeline: Sharp, source: Source, profile: Profile | undefined): Sharp {
  if (profile) return pipeline.keepIccProfile();
  const { icc, space } = source.metadata;
  // sharp works on 16-bit pictures with a profile in Display P3, and brings them back only when told to.
  const inP3 = space === 'rgb16' && icc !== undefined && profileSpace(icc) === 'RGB ';
  const converted = inP3 ? pipeline.withIccProfile('srgb', { attach: false }) : pipeline;
  return converted.toColourspace('srgb');
}

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

/** The data colour space in an ICC header. */
function profileSpace(icc: Buffer): string {
  return icc.toString('latin1', 16, 20);
}
