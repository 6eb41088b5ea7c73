import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '#lib/errors.ts';
import { parseS3Notification } from './parse-s3-notification.ts';

const created = (object: object, eventName = 'ObjectCreated:Put') => ({
  eventVersion: '2.1',
  eventSource: 'aws:s3',
  eventName,
  s3: { bucket: { name: 'photos', arn: 'arn:aws:s3:::photos' }, object },
});

/** As S3 writes keys: `application/x-www-form-urlencoded`, slashes left as they are. */
function formEncode(key: string): string {
  return new URLSearchParams({ key }).toString().slice('key='.length).replaceAll('%2F', '/');
}

describe('an S3 notification', () => {
  it('says what was created, with everything the store told', () => {
    const body = {
      Records: [
        created({
          key: 'assets/a+b%2Bc/original.jpg',
          size: 1024,
          eTag: 'd41d8cd98f00b204e9800998ecf8427e',
          versionId: '096fKKXTRTtl3on89fVO.nfljtsv6qko',
          sequencer: '0055AED6DCD90281E5',
        }),
      ],
    };
    expect(parseS3Notification(body)).toEqual([
      {
        bucket: 'photos',
        key: 'assets/a b+c/original.jpg',
        bytes: 1024,
        etag: 'd41d8cd98f00b204e9800998ecf8427e',
        versionId: '096fKKXTRTtl3on89fVO.nfljtsv6qko',
        sequencer: '0055AED6DCD90281E5',
      },
    ]);
  });

  it('gives back any key as it was before it was form-encoded', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (key) => {
        expect(parseS3Notification({ Records: [created({ key: formEncode(key) })] })[0]?.key).toBe(key);
      }),
    );
  });

  it('is read on past a key that nobody encoded', () => {
    const Records = [created({ key: '50%/%E0%A4%A.jpg' }), created({ key: 'a+b' })];
    expect(parseS3Notification({ Records }).map(({ key }) => key)).toEqual(['50%/%E0%A4%A.jpg', 'a b']);
  });

  it('carries several records, in their order, and passes over what was not created', () => {
    const body = {
      Records: [
        created({ key: 'one' }),
        created({ key: 'gone' }, 'ObjectRemoved:Delete'),
        created({ key: 'two' }, 's3:ObjectCreated:CompleteMultipartUpload'),
      ],
    };
    expect(parseS3Notification(body).map(({ key }) => key)).toEqual(['one', 'two']);
  });

  it('knows a bucket without versions', () => {
    const [object] = parseS3Notification({ Records: [created({ key: 'k', versionId: 'null' })] });
    expect(object?.versionId).toBeUndefined();
  });

  it('is empty when the store only tests the way', () => {
    const test = {
      Service: 'Amazon S3',
      Event: 's3:TestEvent',
      Time: '2026-11-30T00:00:00Z',
      Bucket: 'photos',
    };
    expect(parseS3Notification(test)).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['no object', 'hello'],
    ['no records', {}],
    ['records that are no list', { Records: {} }],
    ['a record without a key', { Records: [created({ size: 1 })] }],
    ['a negative size', { Records: [created({ key: 'k', size: -1 })] }],
  ])('is refused when it has %s', (_what, body) => {
    expect(() => parseS3Notification(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => parseS3Notification(body)).toThrow(Problem);
  });
});
