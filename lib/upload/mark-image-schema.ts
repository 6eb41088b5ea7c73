import { z } from 'zod';

export const markImageRequest = z.strictObject({
  /** By which people pick it. */
  name: z.string().trim().min(1, 'Name the image.').max(200, 'The name is over 200 characters.'),
  content_type: z.string().max(200),
  byte_size: z.number().int().nonnegative(),
});
export type MarkImageRequest = z.output<typeof markImageRequest>;

export const markImageUpload = z.object({
  upload_id: z.uuid(),
  upload_url: z.url(),
  /** The PUT must carry them as they are. */
  upload_headers: z.record(z.string(), z.string()),
  upload_expires_at: z.iso.datetime(),
});
export type MarkImageUpload = z.output<typeof markImageUpload>;
