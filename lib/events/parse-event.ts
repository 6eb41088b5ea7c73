import { z } from 'zod';
import { JobError } from '#lib/jobs/job-error.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { DomainEvent } from './event.ts';

// What PostgreSQL cannot store could never become a job, and would look like a database that is away.
const any = z.string().refine(isStorableText, 'characters that cannot be stored');
const text = any.min(1);
const orNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);
const envelope = {
  event_id: z.uuid(),
  key: text,
  causation_id: orNull(z.uuid()),
  request_id: orNull(any),
  trace_id: orNull(any),
  traceparent: orNull(any),
};

/** As it is written on the wire and in jobs; members that a newer version adds are passed over. */
const schema = z.discriminatedUnion('type', [
  z.object({
    ...envelope,
    type: z.literal('AssetUploaded'),
    payload: z.object({
      asset_id: z.uuid(),
      bucket: text,
      object_key: text,
      etag: any,
      version_id: any.nullable(),
      bytes: z.number().int().nonnegative(),
    }),
  }),
  z.object({
    ...envelope,
    type: z.literal('AssetReady'),
    payload: z.object({ asset_id: z.uuid(), version: z.number().int(), source_hash: text }),
  }),
  z.object({
    ...envelope,
    type: z.literal('AssetApproved'),
    payload: z.object({ asset_id: z.uuid(), approval_id: z.uuid() }),
  }),
  z.object({
    ...envelope,
    type: z.literal('PolicyActivated'),
    payload: z.object({ audience: text, policy_version: z.number().int() }),
  }),
  z.object({
    ...envelope,
    type: z.literal('DerivativePublished'),
    payload: z.object({
      source_hash: text,
      audience: text,
      policy_version: z.number().int(),
      format: text,
      sha256: text,
    }),
  }),
]);

/** Throws a permanent `JobError`: what can't be read now can't be read at the next attempt. */
export function parseEvent(value: unknown): DomainEvent {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new JobError('internal', `no event of ours: ${z.prettifyError(parsed.error)}`, { permanent: true });
}
