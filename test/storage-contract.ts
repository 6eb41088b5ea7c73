import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { ObjectStore } from '#lib/storage/object-store.ts';
import { allOf } from './all-of.ts';
import { multipartContract } from './multipart-contract.ts';

/**
 * What the portal needs of any store, checked through the portal's own interface and through URLs as a browser uses
 * them. Every run keeps to keys of its own and removes them.
 */
export function storageContract(name: string, open: () => ObjectStore): void {
  describe(name, () => {
    const area = `contract/${randomUUID()}`;
    const key = (label: string) => `${area}/${label}`;
    const text = (content: string) => Buffer.from(content);
    const put = (at: string, body: Buffer, options = {}) =>
      open().put(at, body, body.length, { contentType: 'application/octet-stream', ...options });

    async function read(at: string, options?: Parameters<ObjectStore['get']>[1]): Promise<Buffer> {
      const found = await open().get(at, options);
      if (found.state !== 'found') throw new Error(`${at}: ${found.state}`);
      return buffer(found.body);
    }

    test('what was written is read back, with its size, type and a quoted ETag', async () => {
      const body = randomBytes(100_000);
      const written = await put(key('plain'), body, { contentType: 'image/png' });
      const facts = await open().head(key('plain'));
      expect(await read(key('plain'))).toEqual(body);
      expect(facts).toMatchObject({ bytes: 100_000, contentType: 'image/png' });
      expect(facts?.etag).toMatch(/^".+"$/);
      expect(written).toEqual({ state: 'written', etag: facts?.etag });
    });

    test('an empty object can be written, read, and read by range', async () => {
      await put(key('empty'), text(''));
      expect((await open().head(key('empty')))?.bytes).toBe(0);
      expect(await read(key('empty'))).toHaveLength(0);
      expect(await read(key('empty'), { range: { first: 0, last: 31 } })).toHaveLength(0);
    });

    test('a stream of a known length is written without being held in memory', async () => {
      const pieces = Array.from({ length: 64 }, () => randomBytes(64 * 1024));
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      await open().put(key('stream'), Readable.from(pieces, { objectMode: false }), bytes, {
        contentType: 'image/jpeg',
      });
      expect((await read(key('stream'))).equals(Buffer.concat(pieces))).toBe(true);
    });

    test('a source that breaks off makes the write fail as such, and leaves nothing', async () => {
      const source = Readable.from(
        (async function* () {
          yield randomBytes(100_000);
          throw new Error('the spool is gone');
        })(),
        { objectMode: false },
      );
      const write = open().put(key('broken'), source, 1_000_000, { contentType: 'image/jpeg' });
      await expect(write).rejects.toMatchObject({
        name: 'SourceFailed',
        cause: { message: 'the spool is gone' },
      });
      expect(await open().head(key('broken'))).toBeUndefined();
    });

    test('an absent object is told apart from a failure', async () => {
      expect(await open().head(key('absent'))).toBeUndefined();
      expect(await open().get(key('absent'))).toEqual({ state: 'absent' });
      await open().delete(key('absent'));
    });

    test('a range gives its bytes and the size of the whole', async () => {
      await put(key('range'), text('0123456789'));
      const found = await open().get(key('range'), { range: { first: 2, last: 5 } });
      expect(found.state === 'found' && found.facts.bytes).toBe(10);
      expect(found.state === 'found' && (await buffer(found.body)).toString()).toBe('2345');
      expect((await read(key('range'), { range: { first: 8, last: 100 } })).toString()).toBe('89');
    });

    test('a read pinned to an ETag says so when another object stands there', async () => {
      const first = await put(key('pinned'), text('first'));
      const etag = first.state === 'written' ? first.etag : '';
      expect((await read(key('pinned'), { ifMatch: etag })).toString()).toBe('first');
      await put(key('pinned'), text('second'));
      expect(await open().get(key('pinned'), { ifMatch: etag })).toEqual({ state: 'changed' });
    });

    test('a body that does not have its SHA-256 is refused and leaves nothing', async () => {
      const sha256 = createHash('sha256').update('something else').digest('hex');
      await expect(put(key('torn'), text('torn'), { sha256 })).rejects.toThrow();
      expect(await open().head(key('torn'))).toBeUndefined();
      await put(key('torn'), text('something else'), { sha256 });
      expect((await read(key('torn'))).toString()).toBe('something else');
    });

    test('of 16 writers that may only write where nothing is, one wins and its bytes stay', async () => {
      const bodies = Array.from({ length: 16 }, (_, index) => text(`writer ${index}`));
      const outcomes = await Promise.all(bodies.map((body) => put(key('race'), body, { ifAbsent: true })));
      const winners = outcomes.flatMap(({ state }, index) => (state === 'written' ? [index] : []));
      expect(winners).toHaveLength(1);
      expect((await read(key('race'))).toString()).toBe(`writer ${winners[0]}`);
    });

    test('listing yields the keys below a prefix in order, and nothing else', async () => {
      const names = ['list/a', 'list/b/1', 'list/b/2', 'list/c', 'list/é', 'listless'];
      for (const label of names) await put(key(label), text(label));
      const listed = await allOf(open().list(key('list/')));
      expect(listed.map((facts) => facts.key)).toEqual(names.slice(0, 5).map(key));
      expect(listed[1]).toMatchObject({ bytes: 8, etag: (await open().head(key('list/b/1')))?.etag });
    });

    test('a deleted object is gone from reads and listings', async () => {
      await put(key('deleted/one'), text('x'));
      await open().delete(key('deleted/one'));
      expect(await open().head(key('deleted/one'))).toBeUndefined();
      expect(await allOf(open().list(key('deleted/')))).toEqual([]);
    });

    describe('URLs for browsers', () => {
      const presign = (at: string, body: Buffer, extra = {}) =>
        open().presignPut(at, {
          contentType: 'image/jpeg',
          bytes: body.length,
          expiresSeconds: 60,
          ...extra,
        });
      const send = (request: { url: string; headers: Record<string, string> }, body: Buffer) =>
        fetch(request.url, { method: 'PUT', headers: request.headers, body: new Uint8Array(body) });

      test('a presigned PUT writes once; the second is told 412 and changes nothing', async () => {
        const body = text('from the browser');
        const request = await presign(key('put'), body);
        expect((await send(request, body)).status).toBe(200);
        expect((await send(request, text('from the BROWSER'))).status).toBe(412);
        expect((await read(key('put'))).toString()).toBe('from the browser');
        expect((await open().head(key('put')))?.contentType).toBe('image/jpeg');
      });

      test('a presigned PUT without its condition, type or length is refused', async () => {
        const body = text('twelve bytes');
        const request = await presign(key('strict'), body);
        for (const name of ['if-none-match', 'content-type']) {
          const headers = Object.fromEntries(Object.entries(request.headers).filter(([own]) => own !== name));
          expect((await send({ ...request, headers }, body)).status, name).toBe(403);
        }
        expect((await send(request, text('many more than twelve bytes'))).status).toBe(403);
        expect(await open().head(key('strict'))).toBeUndefined();
      });

      test('a presigned PUT with a SHA-256 takes no other bytes', async () => {
        const sha256 = createHash('sha256').update('right').digest('hex');
        const request = await presign(key('hashed'), text('right'), { sha256 });
        expect((await send(request, text('wrong'))).status).toBe(400);
        expect(await open().head(key('hashed'))).toBeUndefined();
        expect((await send(request, text('right'))).status).toBe(200);
      });

      test('a presigned GET gives the type and the file name it was signed with', async () => {
        await put(key('get'), text('picture'));
        const contentDisposition = `attachment; filename="kit.webp"; filename*=UTF-8''%E6%A1%9C%20%28kit%29.webp`;
        const signed = { contentType: 'image/webp', contentDisposition, expiresSeconds: 60 };
        const answer = await fetch((await open().presignGet(key('get'), signed)).url);
        expect(await answer.text()).toBe('picture');
        expect(answer.headers.get('content-type')).toBe('image/webp');
        expect(answer.headers.get('content-disposition')).toBe(contentDisposition);
      });

      test('a presigned URL holds for its own key and method only', async () => {
        await put(key('mine'), text('mine'));
        await put(key('yours'), text('yours'));
        const signed = { contentType: 'image/webp', contentDisposition: 'inline', expiresSeconds: 60 };
        const { url } = await open().presignGet(key('mine'), signed);
        expect((await fetch(url.replace('mine', 'yours'))).status).toBe(403);
        expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
        expect((await fetch(`${url}x`)).status).toBe(403);
        expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
      });
    });

    multipartContract({ open, key, put, read });

    test('the area is left empty', async () => {
      const store = open();
      for await (const { key: left } of store.list(`${area}/`)) await store.delete(left);
      expect(await allOf(store.list(`${area}/`))).toEqual([]);
    });
  });
}
