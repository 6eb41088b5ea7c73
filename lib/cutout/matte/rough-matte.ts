import type { Mask } from './raster.ts';
import type { Colors } from './spread-colors.ts';

/** What is known of a picture from a small copy of it: enough to work out the edges at any size. */
export interface RoughMatte {
  width: number;
  height: number;
  /** From 0, backdrop, to 1, thing; with soft steps. */
  cover: Float32Array;
  /** Where an edge lies: everything else is the one or the other for sure. */
  unsure: Mask;
  /** Whether the mixture of both colours tells how much of a pixel is covered. */
  byColor: boolean;
  /** The thing's own colour, carried on beyond its edge, and the backdrop's, carried on below the thing. */
  thing: Colors;
  ground: Colors;
}
