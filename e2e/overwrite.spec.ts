import { randomBytes } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { type Api, openApi, withoutWorker } from './api.ts';
import { openStore } from './store.ts';
import { type Asked, askForUpload, complete, put, statusOf } from './upload-by-api.ts';

interface Derivative {
  state: string;
  url: string;
}

let red: Buffer;
let blue: Buffer;
let editor: Api;
let teacher: Api;

test.beforeAll(() => {
  editor = openApi('editor@blazon.test');
  teacher = openApi('teacher@blazon.test');
});

test.beforeEach(async () => {
  [red, blue] = (await Promise.all(['#c0392b', '#2b4bc0'].map(flat))) as [Buffer, Buffer];
});

test('before ingest, a second write through the URL is refused, and the teacher gets the first bytes', async () => {
  const asked = await withoutWorker(async () => {
    const place = await askForUpload(editor, red);
    expect(await put(place, red)).toBe(200);
    expect(await put(place, blue)).toBe(412);
    await complete(editor, place);
    expect(await put(place, blue)).toBe(412);
    return place;
  });
  await expectReady(asked);
  await expectRedFor(asked);
});

test('after ingest, the URL that is still valid changes nothing', async () => {
  const asked = await askForUpload(editor, red);
  await put(asked, red);
  await complete(editor, asked);
  await expectReady(asked);
  expect(await put(asked, blue)).toBe(412);
  await expectRedFor(asked);
});

test('an object exchanged behind the portal’s back before ingest is a clear failure', async ({ page }) => {
  const asked = await withoutWorker(async () => {
    const place = await askForUpload(editor, red);
    await put(place, red);
    await complete(editor, place);
    await exchange(page, place);
    return place;
  });
  await expect
    .poll(() => statusOf(editor, asked))
    .toMatchObject({ status: 'FAILED', failure: 'upload_changed' });
  const approval = await editor('PUT', `/api/assets/${asked.asset_id}/approval`, { version: 1 });
  expect(approval.status).toBeGreaterThanOrEqual(400);
});

test('an object exchanged behind the portal’s back after ingest is nobody’s picture', async ({ page }) => {
  const asked = await askForUpload(editor, red);
  await put(asked, red);
  await complete(editor, asked);
  await expectReady(asked);
  await exchange(page, asked);
  await expectRedFor(asked);
  expect((await statusOf(editor, asked)).status).toBe('READY');
});

/** All are of one size in bytes, since the URL signs the length, and no two are one master. */
async function flat(color: string): Promise<Buffer> {
  const picture = { create: { width: 900, height: 600, channels: 3 as const, background: color } };
  const jpeg = await sharp(picture).jpeg({ quality: 90 }).toBuffer();
  // What follows the end of a JPEG is nobody's business.
  return Buffer.concat([jpeg, randomBytes(20_000 - jpeg.length)]);
}

/** Whoever holds keys of the store takes the object away, so that the URL lets another one in. */
async function exchange(page: Page, asked: Asked): Promise<void> {
  const store = await openStore(page);
  await store.delete(asked.object_key);
  expect(await put(asked, blue)).toBe(200);
}

async function expectReady(asked: Asked): Promise<void> {
  await expect.poll(() => statusOf(editor, asked)).toMatchObject({ status: 'READY' });
}

/** Asks for a file that is made only now, from what the portal holds as the master. */
async function expectRedFor({ asset_id }: Asked): Promise<void> {
  await editor('PUT', `/api/assets/${asset_id}/approval`, { version: 1 });
  const ask = () =>
    teacher<Derivative>('POST', '/api/derivatives', { asset_id, audience: 'teacher', format: 'print' });
  await expect.poll(async () => (await ask()).body.state).toBe('published');
  const { bytes } = await teacher('GET', (await ask()).body.url);
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);
}
