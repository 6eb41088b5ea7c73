import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { namedByMark } from '#db/queries/mark-images.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { listMarkImages } from '#lib/policy/list-mark-images.ts';
import { retireMarkImage } from '#lib/policy/retire-mark-image.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { clearMarkUploads } from '#lib/upload/clear-mark-uploads.ts';
import { requestMarkImage } from '#lib/upload/request-mark-image.ts';
import { sendMarkImage } from '#test/mark-images.ts';
import { insertCaller, openPortal } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { codeOf } from '#test/uploads.ts';
import { completeMarkImage } from './complete-mark-image.ts';

const { services } = await testServices();
const { admin, editor } = await openPortal(services);
const signal = new AbortController().signal;

/** A transparent logo; another `shade`, other bytes. */
async function drawLogo(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 20, b: 60, alpha: 0.5 };
  return sharp({ create: { width: 60, height: 30, channels: 4, background } })
    .png()
    .toBuffer();
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const send = (bytes: Buffer, name?: string) => sendMarkImage(services, admin, bytes, name);

async function isMarkImage(sha256: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ named: boolean }>`
    select ${namedByMark(sql<string>`${sha256}::text`)} as named`.execute(services.db);
  return rows[0]?.named;
}

const complete = (uploadId: string, caller = admin) =>
  completeMarkImage(services, caller, { uploadId, signal });

describe('the image of a mark', () => {
  it('becomes an immutable master that no product owns, once, however often it is completed', async () => {
    const bytes = await drawLogo(10);
    const image_id = sha256Of(bytes);
    expect(await isMarkImage(image_id)).toBe(false);
    const uploadId = await send(bytes, 'The partners’ logo');
    const image = { image_id, name: 'The partners’ logo', width: 60, height: 30, has_alpha: true };
    expect(await complete(uploadId)).toEqual({ first: true, image });
    expect(await complete(uploadId)).toEqual({ first: false, image });
    expect(await listMarkImages(services, editor)).toContainEqual(image);
    expect((await services.store.head(objectKeys.master(image_id)))?.bytes).toBe(bytes.length);
    expect(await services.db.selectFrom('assets').selectAll().execute()).toEqual([]);
    expect(await isMarkImage(image_id)).toBe(true);
    // Whoever removes masters meets the row, whatever they forgot to ask.
    const removal = services.db.deleteFrom('masters').where('sha256', '=', image_id).execute();
    await expect(removal).rejects.toThrow('mark_images');
  });

  it.each([
    ['words', Buffer.from('a logo in words, not in pixels, of some length'), 'not_an_image'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'not_an_image'],
  ])('is refused as %s, whatever was declared, and leaves no master', async (_, bytes, code) => {
    expect(await codeOf(complete(await send(bytes)))).toBe(code);
    expect(await services.store.head(objectKeys.master(sha256Of(bytes)))).toBeUndefined();
    expect(await isMarkImage(sha256Of(bytes))).toBe(false);
  });

  it('is refused while a part of it is missing from the file', async () => {
    const whole = await drawLogo(20);
    expect(await codeOf(complete(await send(whole.subarray(0, whole.length - 30))))).toBe('not_an_image');
  });

  it('may not be declared empty, huge or of another kind, before a byte is sent', async () => {
    const ask = (byte_size: number, content_type = 'image/png') =>
      codeOf(requestMarkImage(services, admin, { name: 'x', content_type, byte_size }));
    expect(await ask(0)).toBe('empty_file');
    expect(await ask(20_000_001)).toBe('too_large');
    expect(await ask(100, 'image/svg+xml')).toBe('unsupported_type');
  });

  it('is not there before its bytes are, and nobody else completes it', async () => {
    const asked = await requestMarkImage(services, admin, {
      name: 'x',
      content_type: 'image/png',
      byte_size: 100,
    });
    expect(await codeOf(complete(asked.upload_id))).toBe('nothing_uploaded');
    const bytes = await drawLogo(30);
    const uploadId = await send(bytes);
    expect(await codeOf(complete(uploadId, await insertCaller(services, 'admin')))).toBe('not_found');
    expect(await codeOf(complete(uploadId, editor))).toBe('forbidden');
  });

  it('that is retired is offered no more, stays a mark image, and comes back with its bytes', async () => {
    const bytes = await drawLogo(40);
    const { image } = await complete(await send(bytes, 'Old'));
    await retireMarkImage(services, admin, { imageId: image.image_id });
    const offered = async () => (await listMarkImages(services, admin)).map(({ name }) => name);
    expect(await offered()).not.toContain('Old');
    expect(await isMarkImage(image.image_id)).toBe(true);
    expect(await codeOf(retireMarkImage(services, admin, { imageId: image.image_id }))).toBe('not_found');
    await complete(await send(bytes, 'New'));
    expect(await offered()).toContain('New');
  });
});

describe('a master', () => {
  it('that any policy version names is the image of a mark, however old the version', async () => {
    const named = 'c'.repeat(64);
    expect(await isMarkImage(named)).toBe(false);
    const contracts = JSON.stringify([
      { format: 'thumb', watermark: { kind: 'none' } },
      { format: 'x', watermark: { kind: 'image', image_id: named } },
    ]);
    await services.db
      .insertInto('policy_versions')
      .values({ audience: 'partner', version: 99, contracts, note: '' })
      .execute();
    expect(await isMarkImage(named)).toBe(true);
    expect(await isMarkImage('d'.repeat(64))).toBe(false);
  });
});

describe('what a mark upload leaves behind', () => {
  it('goes once nothing can be written there any more; the master stays', async () => {
    const bytes = await drawLogo(50);
    const id = await send(bytes);
    await complete(id);
    const { object_key } = await services.db
      .selectFrom('mark_uploads')
      .select('object_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await clearMarkUploads(services, systemCaller('upload sweep'));
    expect(await services.store.head(object_key)).toBeDefined();
    const url_expires_at = new Date(Date.now() - 2 * 3_600_000);
    await services.db.updateTable('mark_uploads').set({ url_expires_at }).where('id', '=', id).execute();
    expect(await clearMarkUploads(services, systemCaller('upload sweep'))).toBe(1);
    expect(await services.store.head(object_key)).toBeUndefined();
    expect(await services.store.head(objectKeys.master(sha256Of(bytes)))).toBeDefined();
    expect(await listMarkImages(services, admin)).toContainEqual(
      expect.objectContaining({ image_id: sha256Of(bytes) }),
    );
  });
});
