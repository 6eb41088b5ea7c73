import { z } from 'zod';

export const markImageParams = z.object({ image: z.string().regex(/^[0-9a-f]{64}$/) });

export const markImageShape = z.object({
  /** What `image_id` of a contract's watermark names. */
  image_id: z.string(),
  name: z.string(),
  width: z.number(),
  height: z.number(),
  has_alpha: z.boolean(),
});
