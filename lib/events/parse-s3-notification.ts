import { z } from 'zod';
import { Problem } from '#lib/errors.ts';

/** One object that was created, as the store tells of it. */
export interface CreatedObject {
  bucket: string;
  /** Decoded. */
  key: string;
  etag?: string | undefined;
  versionId?: string | undefined;
  bytes?: number | undefined;
  /** Orders the events of one key, and only where both have the same length. */
  sequencer?: string | undefined;
}

const record = z.object({
  eventName: z.string(),
  s3: z.object({
    bucket: z.object({ name: z.string().min(1) }),
    object: z.object({
      key: z.string().min(1),
      size: z.number().int().nonnegative().optional(),
      eTag: z.string().optional(),
      versionId: z.string().optional(),
      sequencer: z.string().optional(),
    }),
  }),
});
const notification = z.object({ Records: z.array(record).max(1000) });
/** Sent once by S3 when a notification is set up. */
const testEvent = z.object({ Event: z.literal('s3:TestEvent') });

/** The created objects in an S3 event notification; records of any other kind are passed over. */
export function parseS3Notification(body: unknown): CreatedObject[] {
  if (testEvent.safeParse(body).success) return [];
  const parsed = notification.safeParse(body);
  if (!parsed.success)
    throw new Problem('invalid_request', 'The body is no S3 event notification: it needs “Records”.', {
      cause: parsed.error,
    });
  return parsed.data.Records.filter(({ eventName }) => /^(s3:)?ObjectCreated:/.test(eventName)).map(
    ({ s3 }) => ({
      bucket: s3.bucket.name,
      key: decodeKey(s3.object.key),
      etag: s3.object.eTag,
      // Buckets that keep no versions send "null" or nothing.
      versionId: s3.object.versionId && s3.object.versionId !== 'null' ? s3.object.versionId : undefined,
      bytes: s3.object.size,
      sequencer: s3.object.sequencer,
    }),
  );
}

/**
 * Keys in notifications are form-encoded: a space is `+`, a plus sign is `%2B`. One that is not stays as it is: it names
 * nothing of ours, and must not keep the other records of its batch from being read.
 */
function decodeKey(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
}
