import type { Samples } from '#lib/picture/to-srgb.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Picture } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';
import type { StreamPlan, StreamStep } from './stream-step.ts';

export const defaultBackground = '#ffffff';

/** What may not be transparent stands on the contract's background, for colours that are right already. */
export const flatten: StreamStep = (pipeline, { contract, colour, background }) =>
  contract.alpha === 'forbidden' && !colour.deep ? pipeline.flatten({ background }) : pipeline;

/** The same for colours that libvips converts last of all: flattened before, they would be mixed with others. */
export function flattenDeep(read: Samples, { contract, colour, background }: StreamPlan): Samples {
  const { samples, width, height, channels } = read;
  if (contract.alpha !== 'forbidden' || !colour.deep || channels !== 4) return read;
  const { r, g, b } = background;
  const ground = [r * 257, g * 257, b * 257];
  const flat = new Uint16Array(width * height * 3);
  for (let from = 0, to = 0; to < flat.length; from += 4) {
    const share = (samples[from + 3] as number) / 65_535;
    for (let channel = 0; channel < 3; channel += 1, to += 1)
      flat[to] = Math.round(
        (samples[from + channel] as number) * share + (ground[channel] as number) * (1 - share),
      );
  }
  return { samples: flat, width, height, channels: 3 };
}

/** An alpha channel without one transparent pixel is no transparency: several encoders drop it. */
export function requireAlpha(picture: Picture, contract: OutputContract): void {
  if (contract.alpha !== 'required' || isTransparent(picture)) return;
  throw new RenderRefused(
    'contract_unmet',
    `The format “${contract.format}” needs a transparent picture, and this photo has no transparent part. Make a cut-out of it and approve that.`,
  );
}

function isTransparent({ pixels, channels }: Picture): boolean {
  if (channels !== 4) return false;
  for (let index = 3; index < pixels.length; index += 4) if (pixels[index] !== 255) return true;
  return false;
}
