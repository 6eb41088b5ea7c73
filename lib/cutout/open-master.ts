import type { Metadata, Sharp } from 'sharp';
import { hasWayIn, profileSpace } from '#lib/picture/icc-header.ts';
import { imageDecoder } from '#lib/picture/image-decoder.ts';
import { readSamples, type ToSrgb, toBytes, toSrgb } from '#lib/picture/to-srgb.ts';
import { CutRefused, type CutRequest } from './cutout-protocol.ts';
import type { Raster } from './matte/raster.ts';

export interface OpenedMaster {
  /** Upright, 8 bits a channel. */
  picture: Raster & { channels: 4; data: Buffer };
  /** Pixels of the picture a pixel of the master: below 1 for previews. */
  scale: number;
  /** The pixels are in it; nothing where they are sRGB. */
  profile: Buffer | undefined;
}

/**
 * The first frame, turned as people see it, at full size or reduced. RGB pictures stay in their own profile, since a
 * cut-out is a master too and policies may keep it; all others become sRGB.
 */
export async function openMaster({
  masterPath,
  longestSide,
  maxPixels,
}: Pick<CutRequest, 'masterPath' | 'longestSide' | 'maxPixels'>): Promise<OpenedMaster> {
  // Ingest has decoded the master whole and strictly; what it let pass is not refused again for a warning.
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  try {
    const metadata = await imageDecoder(masterPath, options).metadata();
    const profile = ownProfile(metadata);
    const way = profile ? keepProfile(metadata) : toSrgb(metadata);
    const opened = imageDecoder(masterPath, { ...options, ignoreIcc: way.ignoreIcc }).autoOrient();
    const sized = longestSide === undefined ? opened : within(opened, longestSide);
    const read = await readSamples(way.prepare(sized.ensureAlpha()), way);
    const { width, height } = read;
    return {
      picture: { width, height, channels: 4, data: asRgba(toBytes(read.samples), read.channels) },
      scale: Math.min(1, width / metadata.autoOrient.width),
      profile,
    };
  } catch (error) {
    throw new CutRefused(
      'source_invalid',
      'The photo’s original cannot be decoded any more. Save it anew in a photo editor and upload it again.',
      error instanceof Error ? error.message : String(error),
    );
  }
}

function within(pipeline: Sharp, longestSide: number): Sharp {
  return pipeline.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
}

function ownProfile({ icc, space }: Metadata): Buffer | undefined {
  const isRgb = space === 'srgb' || space === 'rgb16';
  return icc && isRgb && profileSpace(icc) === 'RGB ' && hasWayIn(icc) ? icc : undefined;
}

function keepProfile({ space }: Metadata): ToSrgb {
  const deep = space === 'rgb16';
  const prepare = (pipeline: Sharp) => pipeline.keepIccProfile().toColourspace(deep ? 'rgb16' : 'srgb');
  return { ignoreIcc: false, deep, prepare };
}

/** Grey with alpha, where libvips leaves it so. */
function asRgba(data: Buffer, channels: number): Buffer {
  if (channels === 4) return data;
  if (channels !== 2) throw new Error(`Expected 4 channels but received ${channels}`);
  const rgba = Buffer.alloc(data.length * 2);
  for (let from = 0, to = 0; from < data.length; from += 2, to += 4) {
    rgba.fill(data[from] as number, to, to + 3);
    rgba[to + 3] = data[from + 1] as number;
  }
  return rgba;
}
