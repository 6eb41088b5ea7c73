import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEvent } from '../parse-event.ts';
import { uploadedEventId } from '../uploaded-event-id.ts';
import { bridgeBatch } from './bridge-batch.ts';

const bucket = 'photos';
const assetId = '3f1f6f0e-9a4f-4a53-9a35-1f0d8f2f6c11';
const key = `assets/${assetId}/original.jpg`;
const etag = 'd41d8cd98f00b204e9800998ecf8427e';

const record = (object: object = {}, eventName = 'ObjectCreated:Put', from = bucket) => ({
  eventName,
  s3: { bucket: { name: from }, object: { key, size: 7, eTag: etag, ...object } },
});
const message = (body: unknown, messageId: string = randomUUID()) => ({
  messageId,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const eventsOf = (...records: object[]) =>
  bridgeBatch([message({ Records: records })], bucket).readable.flatMap(({ events }) => events);

describe('the bridge', () => {
  it('makes an AssetUploaded event of the notification, keyed by the asset', () => {
    const events = eventsOf(record());
    expect(events).toEqual([
      {
        event_id: uploadedEventId({ bucket, key, etag: `"${etag}"` }),
        type: 'AssetUploaded',
        key: assetId,
        payload: { asset_id: assetId, bucket, object_key: key, etag, version_id: null, bytes: 7 },
        causation_id: null,
        request_id: null,
        trace_id: null,
        traceparent: null,
      },
    ]);
    expect(parseEvent(events[0])).toEqual(events[0]);
  });

  it('decodes keys before it looks at them', () => {
    expect(eventsOf(record({ key: encodeURIComponent(key) }))).toHaveLength(1);
    expect(eventsOf(record({ key: key.replace('original', 'original+copy') }))).toEqual([]);
  });

  it('gives the same object the same event, in any order, however often, whatever its sequencers are', () => {
    const objects = fc.record({
      eTag: fc.constantFrom('aa', 'bb'),
      versionId: fc.option(fc.constantFrom('v1', 'v2'), { nil: undefined }),
      sequencer: fc.option(fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), maxLength: 20 }), {
        nil: undefined,
      }),
    });
    fc.assert(
      fc.property(fc.array(objects, { maxLength: 12 }), (list) => {
        const ids = eventsOf(...list.map((object) => record(object))).map(({ event_id }) => event_id);
        const expected = list.map(({ eTag, versionId }) =>
          uploadedEventId({ bucket, key, etag: eTag, versionId }),
        );
        expect(ids).toEqual(expected);
      }),
    );
  });

  it('drops the store’s test and what is no arrival of an asset, without harm to the batch', () => {
    const test = message({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: bucket });
    const others = message({
      Records: [
        record({}, 'ObjectRemoved:Delete'),
        record({ key: 'masters/abc' }),
        record({ key: `assets/${assetId}/thumb.jpg` }),
        record({}, 'ObjectCreated:Put', 'another-bucket'),
      ],
    });
    const good = message({ Records: [record()] });
    const { readable, malformed } = bridgeBatch([test, others, good], bucket);
    expect(readable.map(({ events }) => events.length)).toEqual([0, 0, 1]);
    expect(malformed).toEqual([]);
  });

  it.each([
    ['no JSON', 'hello {'],
    ['an empty body', ''],
    ['another service’s message', { detail: { state: 'RUNNING' } }],
    [
      'a record without a key',
      { Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: bucket }, object: {} } }] },
    ],
    ['an object without an ETag', { Records: [record({ eTag: undefined })] }],
  ])('lets a message with %s fail alone', (_what, body) => {
    const [bad, good] = [message(body), message({ Records: [record()] })];
    const { readable, malformed } = bridgeBatch([bad, good], bucket);
    expect(malformed.map(({ messageId }) => messageId)).toEqual([bad.messageId]);
    expect(readable.map(({ messageId }) => messageId)).toEqual([good.messageId]);
  });

  it('reads a notification that came by way of a topic', () => {
    const body = { Type: 'Notification', Message: JSON.stringify({ Records: [record()] }) };
    expect(bridgeBatch([message(body)], bucket).readable[0]?.events).toHaveLength(1);
  });

  it('answers for each message of any batch, once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify({ Records: [record()] })))),
        (bodies) => {
          const batch = bodies.map((body) => message(body));
          const { readable, malformed } = bridgeBatch(batch, bucket);
          const answered = [...readable, ...malformed].map(({ messageId }) => messageId);
          expect(answered.sort()).toEqual(batch.map(({ messageId }) => messageId).sort());
        },
      ),
    );
  });
});
