import { z } from 'zod';
import { assetStatuses } from '#lib/lifecycle.ts';

/** Stored as it is sent, so every name of a real file passes: emoji, narrow spaces, any script. */
const filename = z
  .string()
  .min(1, 'Give the file its name.')
  .max(500, 'The file name is over 500 characters.');

export const uploadRequest = z.object({
  product_id: z.string().min(1).max(100),
  filename,
  content_type: z.string().max(200),
  byte_size: z.number().int().nonnegative(),
  /** Of the whole file, where the sender knows it: the store then refuses other bytes. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'sha256 must be 64 hexadecimal digits.')
    .transform((hex) => hex.toLowerCase())
    .optional(),
});
export type UploadRequest = z.output<typeof uploadRequest>;

export const uploadAnswer = z.object({
  asset_id: z.uuid(),
  status: z.enum(assetStatuses),
  object_key: z.string(),
  /** Only while UPLOADING, and only up to the size from which files go in parts. */
  upload_url: z.url().optional(),
  /** The PUT must carry them as they are. */
  upload_headers: z.record(z.string(), z.string()).optional(),
  upload_expires_at: z.iso.datetime().optional(),
});
export type UploadAnswer = z.output<typeof uploadAnswer>;
