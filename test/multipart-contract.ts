import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ObjectStore } from '#lib/storage/object-store.ts';
import { allOf } from './all-of.ts';

const leastPartBytes = 5 * 1024 * 1024;
const text = (content: string) => Buffer.from(content);

/** The part of the storage contract about uploads in parts, through URLs as a browser uses them. */
export function multipartContract(suite: {
  open: () => ObjectStore;
  key: (label: string) => string;
  put: (key: string, body: Buffer) => Promise<unknown>;
  read: (key: string, options?: Parameters<ObjectStore['get']>[1]) => Promise<Buffer>;
}): void {
  const { open, key, put, read } = suite;
  describe('multipart uploads', () => {
    const call = async (request: Parameters<ObjectStore['presignMultipart']>[0], body?: Buffer | string) => {
      const { url, headers } = await open().presignMultipart(request, 60);
      const method = {
        create: 'POST',
        complete: 'POST',
        part: 'PUT',
        'list-parts': 'GET',
        abort: 'DELETE',
      };
      return fetch(url, {
        method: method[request.method],
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      });
    };
    const create = async (at: string) => {
      const answer = await call({ method: 'create', key: at, contentType: 'image/tiff' });
      return /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1] ?? '';
    };
    const sendPart = async (at: string, uploadId: string, partNumber: number, body: Buffer) => {
      const answer = await call({ method: 'part', key: at, uploadId, partNumber }, body);
      expect(answer.status).toBe(200);
      return `<Part><PartNumber>${partNumber}</PartNumber><ETag>${answer.headers.get('etag')}</ETag></Part>`;
    };
    const complete = (at: string, uploadId: string, parts: string) =>
      call(
        { method: 'complete', key: at, uploadId },
        `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`,
      );

    test('parts become one object, and are listed until then', async () => {
      const first = randomBytes(leastPartBytes);
      const last = randomBytes(1000);
      const at = key('parts');
      const uploadId = await create(at);
      const parts = [await sendPart(at, uploadId, 1, first), await sendPart(at, uploadId, 2, last)];
      const listed = await (await call({ method: 'list-parts', key: at, uploadId })).text();
      expect(listed.match(/<PartNumber>/g)).toHaveLength(2);
      expect(await open().head(at)).toBeUndefined();
      const unfinished = await allOf(open().listMultipart(at));
      expect(unfinished).toMatchObject([{ key: at, uploadId }]);
      expect((await complete(at, uploadId, parts.join(''))).status).toBe(200);
      expect((await read(at)).equals(Buffer.concat([first, last]))).toBe(true);
      expect(await open().head(at)).toMatchObject({ contentType: 'image/tiff' });
      expect(await read(at, { range: { first: leastPartBytes - 2, last: leastPartBytes + 1 } })).toEqual(
        Buffer.concat([first.subarray(-2), last.subarray(0, 2)]),
      );
      expect(await allOf(open().listMultipart(at))).toEqual([]);
    });

    test('a completion where an object already is gets 412 and changes nothing', async () => {
      const at = key('late');
      const uploadId = await create(at);
      const part = await sendPart(at, uploadId, 1, text('late'));
      await put(at, text('early'));
      expect((await complete(at, uploadId, part)).status).toBe(412);
      expect((await read(at)).toString()).toBe('early');
      await open().abortMultipart(at, uploadId);
    });

    test('of 6 uploads that complete at once, one becomes the object', async () => {
      const at = key('finish');
      const uploads = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          const uploadId = await create(at);
          return { uploadId, part: await sendPart(at, uploadId, 1, text(`upload ${index}`)) };
        }),
      );
      const answers = await Promise.all(uploads.map(({ uploadId, part }) => complete(at, uploadId, part)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.every((status) => [200, 409, 412].includes(status))).toBe(true);
      expect((await read(at)).toString()).toBe(`upload ${statuses.indexOf(200)}`);
      for (const { uploadId } of uploads) await open().abortMultipart(at, uploadId);
    });

    test('an aborted upload takes no part and no completion, and aborting again is no error', async () => {
      const at = key('aborted');
      const uploadId = await create(at);
      const part = await sendPart(at, uploadId, 1, text('part'));
      await open().abortMultipart(at, uploadId);
      await open().abortMultipart(at, uploadId);
      expect((await call({ method: 'part', key: at, uploadId, partNumber: 2 }, text('x'))).status).toBe(404);
      expect((await complete(at, uploadId, part)).status).toBe(404);
      expect(await open().head(at)).toBeUndefined();
    });
  });
}
