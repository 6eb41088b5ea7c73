import type { Sharp } from 'sharp';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Picture, Rgb } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';

export const defaultBackground = '#ffffff';

/** What may not be transparent stands on the contract's background. */
export function flatten(pipeline: Sharp, contract: OutputContract, background: Rgb): Sharp {
  return contract.alpha === 'forbidden' ? pipeline.flatten({ background }) : pipeline;
}

/** An alpha channel without one transparent pixel is no transparency: several encoders drop it. */
export function requireAlpha(picture: Picture, contract: OutputContract): void {
  if (contract.alpha !== 'required' || isTransparent(picture)) return;
  throw new RenderRefused(
    'contract_unmet',
    `The format “${contract.format}” needs a transparent picture, and this photo has no transparent part. Approve a cut-out of it.`,
  );
}

export function isTransparent({ pixels, channels }: Pick<Picture, 'pixels' | 'channels'>): boolean {
  if (channels !== 4) return false;
  for (let index = 3; index < pixels.length; index += 4) if (pixels[index] !== 255) return true;
  return false;
}
