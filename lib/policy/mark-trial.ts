import type { WatermarkRule } from './output-contract.ts';

/** What the child `lib/derive/mark/mark-child.ts` is asked to draw: one mark at the largest size of its contract. */
export interface MarkTrial {
  rule: Exclude<WatermarkRule, { kind: 'none' }>;
  picture: { width: number; height: number };
  /** Where the image of the mark lies. */
  markPath: string | undefined;
  maxPixels: number;
}

/** `message` says what is wrong and what helps; `detail` is for operators. */
export type MarkTrialAnswer = { state: 'drawn' } | { state: 'refused'; message: string; detail?: string };
