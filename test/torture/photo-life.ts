import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { Random } from '../simulation/random.ts';
import type { Ledger, SentPhoto } from './ledger.ts';
import type { PortalClient } from './portal-client.ts';

export interface LifeOptions {
  client: PortalClient;
  ledger: Ledger;
  random: Random;
  /** As its sender may: the store's notification once more, at any time. */
  notify(objectKey: string): Promise<void>;
}

interface Asked {
  asset_id: string;
  object_key: string;
  status: string;
  upload_url?: string;
  upload_headers?: Record<string, string>;
}

const settleMs = 240_000;

/** One photo by the API, from its product to the files that were promised of it; ends when nothing is left to ask for. */
export async function livePhoto(options: LifeOptions): Promise<void> {
  const { client, ledger, random } = options;
  const { bytes, wanted } = await takePhoto(random);
  const photo = await askForPlace(client, ledger, bytes, wanted);
  if (!photo) return;
  await sendBytes(client, ledger, photo, bytes);
  await tellOfIt(options, photo);
  const status = await settled(client, photo);
  if (status !== 'READY') return;
  await approve(options, photo);
  if (random.chance(0.5)) await askForFile(client, ledger, photo);
}

const earlier: Buffer[] = [];

/** Mostly pictures of their own; some that somebody sent before, and some that break off. */
async function takePhoto(random: Random): Promise<{ bytes: Buffer; wanted: SentPhoto['wanted'] }> {
  if (earlier.length > 3 && random.chance(0.1)) return { bytes: random.pick(earlier), wanted: 'READY' };
  const [width, height] = [160 + random.below(160), 120 + random.below(120)];
  const pixels = randomBytes(width * height * 3);
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer();
  if (random.chance(0.08)) return { bytes: bytes.subarray(0, bytes.length >> 1), wanted: 'FAILED' };
  earlier.push(bytes);
  return { bytes, wanted: 'READY' };
}

async function askForPlace(
  client: PortalClient,
  ledger: Ledger,
  bytes: Buffer,
  wanted: SentPhoto['wanted'],
): Promise<SentPhoto | undefined> {
  const productName = `Kit ${randomUUID()}`;
  const made = await client.call<{ id: string; code?: string }>('POST', '/api/products', {
    name: productName,
  });
  let productId = made.body.id;
  if (made.status === 409 && made.body.code === 'answer_lost') {
    const found = await client.call<{ items: { id: string }[] }>(
      'GET',
      `/api/products?q=${encodeURIComponent(productName)}`,
    );
    productId = found.body.items?.[0]?.id ?? '';
  } else if (made.status !== 201) return surprise(ledger, `POST /api/products: ${made.status}`);
  ledger.products.push(productName);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const filename = `${randomUUID()}.jpg`;
  const request = { product_id: productId, filename, content_type: 'image/jpeg', byte_size: bytes.length };
  const asked = await client.call<Asked>('POST', '/api/assets', request, filename);
  if (asked.status !== 201 && asked.status !== 200)
    return surprise(ledger, `POST /api/assets: ${asked.status} ${JSON.stringify(asked.body)}`);
  const { asset_id: assetId, object_key: objectKey } = asked.body;
  const photo: SentPhoto = {
    productName,
    filename,
    sha256,
    wanted,
    assetId,
    objectKey,
    isAcknowledged: false,
    audiences: [],
    asked: [],
  };
  ledger.photos.push(photo);
  return Object.assign(photo, { request });
}

/** As a browser does: a fresh URL for each attempt, and 412 means that an attempt before this one had come through. */
async function sendBytes(
  client: PortalClient,
  ledger: Ledger,
  photo: SentPhoto,
  bytes: Buffer,
): Promise<void> {
  const { request } = photo as SentPhoto & { request: object };
  await client.untilAnswered('PUT to the store', async () => {
    const { body } = await client.call<Asked>('POST', '/api/assets', request, photo.filename);
    // The notification of an attempt whose answer was lost may have registered it.
    if (!body.upload_url) return body.status === undefined ? undefined : 'there';
    const answer = await fetch(body.upload_url, {
      method: 'PUT',
      headers: body.upload_headers ?? {},
      body: new Uint8Array(bytes),
      signal: AbortSignal.timeout(20_000),
    });
    await answer.arrayBuffer();
    if (answer.status === 200) return 'sent';
    if (answer.status === 412) return 'there';
    if (answer.status < 500 && answer.status !== 409 && answer.status !== 403)
      surprise(ledger, `PUT to the store: ${answer.status}`);
    return undefined;
  });
  photo.isAcknowledged = true;
}

/** The call of the browser and the notification, either or both, once or more often. */
async function tellOfIt({ client, ledger, random, notify }: LifeOptions, photo: SentPhoto): Promise<void> {
  const calls: Promise<unknown>[] = [];
  if (random.chance(0.4)) {
    ledger.duplicates += 1;
    calls.push(notify(photo.objectKey));
  }
  // Whoever closes the browser now leaves it to the store.
  const completions = random.chance(0.15) ? 0 : 1 + random.below(3);
  if (completions > 1) ledger.duplicates += completions - 1;
  for (let n = 0; n < completions; n += 1)
    calls.push(
      client
        .call<{ id?: string; code?: string }>('POST', '/api/uploads/complete', { key: photo.objectKey })
        .then(({ status, body }) => {
          const isTold = (status === 200 || status === 201) && body.id === photo.assetId;
          if (!isTold) surprise(ledger, `POST /api/uploads/complete: ${status} ${JSON.stringify(body)}`);
        }),
    );
  await Promise.all(calls);
}

async function settled(client: PortalClient, photo: SentPhoto): Promise<string> {
  const until = performance.now() + settleMs;
  for (;;) {
    const { body } = await client.call<{ status: string }>('GET', `/api/assets/${photo.assetId}`);
    if (body.status === 'READY' || body.status === 'FAILED' || performance.now() > until) return body.status;
    await wait(300);
  }
}

async function approve({ client, ledger, random }: LifeOptions, photo: SentPhoto): Promise<void> {
  const audiences = random.pick([['teacher'], ['partner'], ['teacher', 'partner'], ['teacher', 'public']]);
  const requestId = randomUUID();
  const copies = 1 + random.below(2);
  if (copies > 1) ledger.duplicates += 1;
  const ask = () =>
    client.call('PUT', `/api/assets/${photo.assetId}/approval`, { version: 1, audiences }, requestId);
  for (const { status, body } of await Promise.all(Array.from({ length: copies }, ask))) {
    if (status === 200 || status === 201) photo.audiences = audiences;
    else surprise(ledger, `PUT approval: ${status} ${JSON.stringify(body)}`);
  }
}

async function askForFile(client: PortalClient, ledger: Ledger, photo: SentPhoto): Promise<void> {
  if (!photo.audiences.includes('teacher')) return;
  const file = { audience: 'teacher', format: 'print' };
  const { status, body } = await client.call('POST', '/api/derivatives', {
    asset_id: photo.assetId,
    ...file,
  });
  if (status === 200 || status === 202) photo.asked.push(file);
  else surprise(ledger, `POST /api/derivatives: ${status} ${JSON.stringify(body)}`);
}

function surprise(ledger: Ledger, what: string): undefined {
  ledger.surprises.push(what);
}
