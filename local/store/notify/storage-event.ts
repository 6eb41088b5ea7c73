import type { ObjectRecord } from '../disk/records.ts';

export type CreatedEventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload';

/** An event message in S3's form, version 2.1. */
export function storageEvent(options: {
  bucket: string;
  region: string;
  record: ObjectRecord;
  eventName: CreatedEventName;
}) {
  const { bucket, region, record, eventName } = options;
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: record.modifiedAt,
        eventName,
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'portal',
          bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
          object: {
            key: formEncode(record.key),
            size: record.bytes,
            eTag: record.etag,
            sequencer: record.sequencer,
          },
        },
      },
    ],
  };
}

/** Keys in events are encoded as a form would: a space is `+`. Slashes stay. */
function formEncode(key: string): string {
  return new URLSearchParams([['', key]]).toString().slice(1).replaceAll('%2F', '/');
}
