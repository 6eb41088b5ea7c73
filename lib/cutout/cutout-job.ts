import { z } from 'zod';
import type { NewJob } from '#lib/jobs/job.ts';
import { cutoutParameters } from './cutout-parameters.ts';
import { madeHow } from './made-how.ts';

/** The whole order: what it will be made of, and how. */
export const cutoutJobPayload = z.object({
  asset_id: z.uuid(),
  recipe_sha256: z.string(),
  /** With the defaults that some removers have no use for. */
  parameters: cutoutParameters,
  made_how: madeHow,
});
export type CutoutJobPayload = z.output<typeof cutoutJobPayload>;

/** Somebody waits for it at a button. */
const priority = 20;

export function cutoutJob(payload: CutoutJobPayload, actorId: string): NewJob {
  return {
    queue: 'cutout',
    payload,
    dedupKey: `${payload.asset_id}/${payload.recipe_sha256}`,
    priority,
    actorId,
  };
}
