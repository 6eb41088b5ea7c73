import type { Metadata, Sharp } from 'sharp';
import { hasWayIn, profileSpace } from './icc-header.ts';

/** Samples of 8 or of 16 bits, as the array says. */
export interface Samples {
  samples: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: number;
}

/** The way of one kind of picture to sRGB. */
export interface ToSrgb {
  /** For opening it: whether sharp must leave the embedded profile alone. */
  ignoreIcc: boolean;
  /** Converted after all scaling, to 16 bits; else as the picture is opened, to 8. */
  deep: boolean;
  /** Says how to convert; called before `read`. */
  prepare(pipeline: Sharp): Sharp;
}

/**
 * Which way leads to sRGB without a detour. Left to itself, sharp takes 16-bit colour through Display P3, which cuts
 * off what Adobe RGB has beyond it; takes a damaged profile of such a picture for that of Display P3; forgets the
 * profile of 16-bit grey; and lays grey pictures on a grey background, whatever colour was asked for.
 */
export function toSrgb({ icc, space, hasAlpha }: Pick<Metadata, 'icc' | 'space' | 'hasAlpha'>): ToSrgb {
  const kind = icc && hasWayIn(icc) && profileSpace(icc);
  const is16Bit = space === 'rgb16' || space === 'grey16';
  if (kind === (space === 'rgb16' ? 'RGB ' : 'GRAY') && is16Bit)
    return {
      ignoreIcc: true,
      deep: true,
      prepare: (pipeline) => pipeline.toColourspace(space).withIccProfile('srgb', { attach: false }),
    };
  const isGrey = space === 'b-w' || space === 'grey16';
  const needsColour = isGrey && hasAlpha && kind !== 'GRAY';
  return {
    ignoreIcc: is16Bit,
    deep: false,
    prepare: (pipeline) =>
      (needsColour ? pipeline.pipelineColourspace('srgb') : pipeline).toColourspace('srgb'),
  };
}

/** Runs the pipeline that was prepared. */
export async function readSamples(pipeline: Sharp, { deep }: Pick<ToSrgb, 'deep'>): Promise<Samples> {
  const { data, info } = await pipeline
    .raw({ depth: deep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const samples = deep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  return { samples, width: info.width, height: info.height, channels: info.channels };
}

export function toBytes(samples: Uint8Array | Uint16Array): Buffer {
  if (samples instanceof Uint8Array) return Buffer.from(samples.buffer, samples.byteOffset, samples.length);
  return Buffer.from(Uint8Array.from(samples, (sample) => Math.round(sample / 257)));
}
