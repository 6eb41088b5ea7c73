import { landingAsset } from '#lib/storage/landing-asset.ts';
import type { DomainEvent } from '../event.ts';
import { type CreatedObject, parseS3Notification } from '../parse-s3-notification.ts';
import { uploadedEventId } from '../uploaded-event-id.ts';

/** As much of an SQS message as the bridge looks at. */
export interface QueueMessage {
  messageId: string;
  body: string;
}

export interface BridgedMessage {
  messageId: string;
  /** None for the store's test, for removals, and for objects that are not the bytes of an asset. */
  events: DomainEvent[];
}

export interface BridgedBatch {
  readable: BridgedMessage[];
  /** Each fails alone: the queue delivers it again, and after too many times parks it. */
  malformed: { messageId: string; reason: string }[];
}

/**
 * Maps a batch of S3 event notifications to `AssetUploaded` events. Pure: what is delivered twice becomes the same
 * event twice, and what is late or out of order is told as it was. Sequencers are not consulted: they compare
 * within one key and at equal length only, while the processor looks at the object itself and ingests the bytes
 * that are there, under the id that belongs to them.
 */
export function bridgeBatch(messages: readonly QueueMessage[], bucket: string): BridgedBatch {
  const batch: BridgedBatch = { readable: [], malformed: [] };
  for (const { messageId, body } of messages) {
    try {
      const objects = parseS3Notification(unwrap(JSON.parse(body)));
      const events = objects.filter((object) => object.bucket === bucket).flatMap(toEvent);
      batch.readable.push({ messageId, events });
    } catch (error) {
      batch.malformed.push({ messageId, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return batch;
}

/** Where the bucket tells a topic and the topic tells the queue, the notification comes as a string inside. */
function unwrap(body: unknown): unknown {
  const isEnvelope =
    typeof body === 'object' &&
    body !== null &&
    'Type' in body &&
    body.Type === 'Notification' &&
    'Message' in body;
  return isEnvelope && typeof body.Message === 'string' ? JSON.parse(body.Message) : body;
}

function toEvent(object: CreatedObject): DomainEvent[] {
  const assetId = landingAsset(object.key);
  if (!assetId) return [];
  const { etag, versionId } = object;
  if (etag === undefined) throw new Error(`the notification about ${object.key} has no eTag`);
  return [
    {
      event_id: uploadedEventId({ ...object, etag }),
      type: 'AssetUploaded',
      key: assetId,
      payload: {
        asset_id: assetId,
        bucket: object.bucket,
        object_key: object.key,
        etag,
        version_id: versionId ?? null,
        bytes: object.bytes ?? 0,
      },
      causation_id: null,
      request_id: null,
      trace_id: null,
      traceparent: null,
    },
  ];
}
