import { z } from 'zod';

/** What Uppy hands to `signRequest`; which S3 call it means follows from the members that are there. */
export const signRequest = z.object({
  method: z.enum(['PUT', 'POST', 'GET', 'DELETE']),
  key: z.string().min(1).max(1024),
  contentType: z.string().max(200).optional(),
  uploadId: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'The upload id is not one of a store.')
    .optional(),
  partNumber: z.number().int().min(1).max(10_000).optional(),
});
export type SignRequest = z.output<typeof signRequest>;

/** Uppy's `PresignedResponse`. */
export const signAnswer = z.object({
  url: z.url(),
  key: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type SignAnswer = z.output<typeof signAnswer>;
