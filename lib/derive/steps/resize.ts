import type { Sharp } from 'sharp';
import type { Geometry } from '../geometry.ts';

/**
 * Crop, scale, cut. Scaling comes before the cut of `cover`: decoders of JPEG and WebP can then skip most of the
 * work (shrink on load), which a cut first would forbid.
 */
export function resize(pipeline: Sharp, { crop, scaled, cut }: Geometry): Sharp {
  const cropped = crop ? pipeline.extract(crop) : pipeline;
  const resized = cropped.resize(scaled.width, scaled.height, { fit: 'fill' });
  return cut ? resized.extract(cut) : resized;
}
