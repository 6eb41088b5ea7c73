import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Geometry } from '../geometry.ts';
import type { Picture, Sheet } from '../picture.ts';
import { defaultBackground } from './alpha.ts';
import { colorInProfile } from './colour.ts';

/**
 * Lays the picture on a sheet of the file's size. The padding has the contract's background; without one it is
 * transparent where the contract allows that, else white.
 */
export async function pad(
  picture: Picture,
  { placed, file }: Pick<Geometry, 'placed' | 'file'>,
  contract: OutputContract,
): Promise<Sheet> {
  if (placed.width === file.width && placed.height === file.height) return { ...picture, placed };
  const clear = contract.background === undefined && contract.alpha !== 'forbidden';
  const channels = clear ? 4 : picture.channels;
  const { r, g, b } = await colorInProfile(contract.background ?? defaultBackground, picture.profile);
  const fill = clear ? [0, 0, 0, 0] : [r, g, b, 255].slice(0, channels);
  const pixels = Buffer.alloc(file.width * file.height * channels, Buffer.from(fill));
  const row = picture.width * picture.channels;
  for (let y = 0; y < picture.height; y += 1) {
    const to = ((placed.top + y) * file.width + placed.left) * channels;
    const line = picture.pixels.subarray(y * row, (y + 1) * row);
    if (channels === picture.channels) line.copy(pixels, to);
    else copyOpaque(line, pixels, to);
  }
  return { pixels, channels, ...file, profile: picture.profile, placed };
}

function copyOpaque(line: Buffer, pixels: Buffer, to: number): void {
  for (let from = 0, at = to; from < line.length; from += 3, at += 4) {
    line.copy(pixels, at, from, from + 3);
    pixels[at + 3] = 255;
  }
}
