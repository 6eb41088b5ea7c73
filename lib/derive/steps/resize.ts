import type { StreamStep } from './stream-step.ts';

/** To the planned size, whose proportions were decided with the plan. Colours are weighted by their alpha. */
export const resize: StreamStep = (pipeline, { geometry: { scaled } }) =>
  pipeline.resize(scaled.width, scaled.height, { fit: 'fill' });
