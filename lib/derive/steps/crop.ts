import type { StreamStep } from './stream-step.ts';

/** The editor's crop, before anything is scaled. */
export const crop: StreamStep = (pipeline, { geometry }) =>
  geometry.crop ? pipeline.extract(geometry.crop) : pipeline;

/**
 * What `cover` keeps, around the point of interest. It is cut after scaling: decoders of JPEG and WebP can then skip
 * most of the work (shrink on load), which a cut first would forbid.
 */
export const cut: StreamStep = (pipeline, { geometry }) =>
  geometry.cut ? pipeline.extract(geometry.cut) : pipeline;
