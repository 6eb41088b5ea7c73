import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uploadedEventId } from './uploaded-event-id.ts';

const object = fc.record({
  bucket: fc.string(),
  key: fc.string(),
  versionId: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  etag: fc.string({ unit: fc.constantFrom(...'0123456789abcdef') }),
});

describe('the id of an arrival', () => {
  it('is the same from the completion call, which quotes the ETag, and from the notification', () => {
    fc.assert(
      fc.property(object, (seen) => {
        expect(uploadedEventId({ ...seen, etag: `"${seen.etag}"` })).toBe(uploadedEventId(seen));
      }),
    );
  });

  it('differs with the bucket, the key and the bytes', () => {
    fc.assert(
      fc.property(object, object, (one, other) => {
        const identity = (seen: typeof one) =>
          JSON.stringify([seen.bucket, seen.key, seen.versionId ?? null, seen.versionId ? '' : seen.etag]);
        fc.pre(identity(one) !== identity(other) && one.versionId !== 'null' && other.versionId !== 'null');
        expect(uploadedEventId(one)).not.toBe(uploadedEventId(other));
      }),
    );
  });

  it('is the same whether a bucket without versions says "null" or nothing', () => {
    const seen = { bucket: 'photos', key: 'assets/1/original.jpg', etag: 'abc' };
    const ids = [undefined, null, 'null'].map((versionId) => uploadedEventId({ ...seen, versionId }));
    expect(new Set(ids).size).toBe(1);
  });

  it('is a UUID of version 5 that never changes', () => {
    const id = uploadedEventId({ bucket: 'photos', key: 'assets/1/original.jpg', etag: '"abc"' });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id).toBe('b06cffa0-d0ea-51c8-85eb-e7f8f1ef895f');
  });
});
