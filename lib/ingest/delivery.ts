import { z } from 'zod';
import { type Caller, systemCaller } from '#lib/auth/actor.ts';
import { JobError } from '#lib/jobs/job-error.ts';

const schema = z.object({
  consumer: z.string().min(1),
  event: z.object({
    event_id: z.uuid(),
    type: z.literal('AssetUploaded'),
    payload: z.object({ asset_id: z.uuid(), etag: z.string().optional() }),
    request_id: z.string().nullish(),
    trace_id: z.string().nullish(),
  }),
});

/** An AssetUploaded event as it reached this consumer. */
export interface UploadDelivery {
  consumer: string;
  eventId: string;
  assetId: string;
  /** Of the bytes that the event is about. */
  etag: string | undefined;
  /** Carries the ids of the request that began it all into audit rows and later events. */
  caller: Caller;
}

/** Nothing where the payload is no AssetUploaded event. */
export function findUploadDelivery(payload: unknown): UploadDelivery | undefined {
  const parsed = schema.safeParse(payload);
  return parsed.success ? toDelivery(parsed.data) : undefined;
}

/** Throws a permanent `JobError`: what can't be read now can't be read at the next attempt. */
export function getUploadDelivery(payload: unknown): UploadDelivery {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) {
    throw new JobError('internal', `no AssetUploaded event: ${z.prettifyError(parsed.error)}`, {
      permanent: true,
    });
  }
  return toDelivery(parsed.data);
}

function toDelivery({ consumer, event }: z.output<typeof schema>): UploadDelivery {
  return {
    consumer,
    eventId: event.event_id,
    assetId: event.payload.asset_id,
    etag: event.payload.etag,
    caller: systemCaller(consumer, {
      requestId: event.request_id ?? event.event_id,
      traceId: event.trace_id ?? undefined,
    }),
  };
}
