import type { Sharp } from 'sharp';
import type { ToSrgb } from '#lib/picture/to-srgb.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Geometry } from '../geometry.ts';
import type { Rgb } from '../picture.ts';

/** All that the steps need to know of one render. */
export interface StreamPlan {
  contract: OutputContract;
  geometry: Geometry;
  colour: ToSrgb;
  /** In the colours that the pixels will have. */
  background: Rgb;
}

/** Tells libvips one thing to do while the master streams through it. */
export type StreamStep = (pipeline: Sharp, plan: StreamPlan) => Sharp;
