import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#lib/services.ts';
import type { UploadAnswer } from '#lib/upload/request-schema.ts';
import { insertPerson, insertToken } from '#test/people.ts';
import { testServices } from '#test/services.ts';
import type { TestStore } from '#test/store.ts';
import { drawPhoto, putFile, storageEvent } from '#test/uploads.ts';
import * as asset from '../assets/[id]/route.ts';
import * as assets from '../assets/route.ts';
import * as events from '../events/storage/route.ts';
import * as product from '../products/[id]/route.ts';
import * as products from '../products/route.ts';
import * as complete from './complete/route.ts';
import * as sign from './sign/route.ts';

const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
let services: Services;
let store: TestStore;
let editor: string;
let member: string;

beforeAll(async () => {
  ({ services, store } = await testServices());
  holder.__blazonServices = services;
  const tokenOf = async (role: 'editor' | 'member') =>
    (await insertToken(services.db, (await insertPerson(services.db, { role })).id)).token;
  editor = await tokenOf('editor');
  member = await tokenOf('member');
});

afterAll(() => {
  holder.__blazonServices = undefined;
});

interface Call {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  id?: string;
  query?: string;
}
type Handler = (request: Request, next: { params: Promise<Record<string, unknown>> }) => Promise<Response>;

async function call(handler: Handler & { spec: unknown }, method: string, options: Call = {}) {
  const { token = editor, body, headers = {}, id, query = '' } = options;
  const request = new Request(`http://localhost:3000/api/x${query}`, {
    method,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  expect(response.headers.get('x-request-id')).toBeTruthy();
  const text = await response.text();
  return { status: response.status, json: text ? JSON.parse(text) : undefined, headers: response.headers };
}

async function makeProduct(): Promise<string> {
  const made = await call(products.POST, 'POST', { body: { name: 'Kit' } });
  expect(made.status).toBe(201);
  return made.json.id;
}

const ask = (body: object, key: string | undefined = randomUUID(), token?: string) =>
  call(assets.POST, 'POST', { token, body, headers: key ? { 'Idempotency-Key': key } : {} });

async function photoBody(changes: object = {}) {
  const bytes = await drawPhoto();
  const body = {
    product_id: await makeProduct(),
    filename: 'kit.jpg',
    content_type: 'image/jpeg',
    byte_size: bytes.length,
    ...changes,
  };
  return { bytes, body };
}

async function land(changes: object = {}): Promise<UploadAnswer> {
  const { bytes, body } = await photoBody(changes);
  const { json } = await ask(body);
  expect((await putFile(json, bytes)).status).toBe(200);
  return json;
}

describe('POST /api/assets', () => {
  it('201 first, 200 on retry, with the same asset', async () => {
    const { body } = await photoBody();
    const first = await ask(body, 'k-1');
    expect(first.status).toBe(201);
    expect(Object.keys(first.json).toSorted()).toEqual(
      ['asset_id', 'object_key', 'status', 'upload_expires_at', 'upload_headers', 'upload_url'].toSorted(),
    );
    const retry = await ask(body, 'k-1');
    expect(retry).toMatchObject({
      status: 200,
      json: { asset_id: first.json.asset_id, status: 'UPLOADING' },
    });
    expect(await ask({ ...body, filename: 'b.jpg' }, 'k-1')).toMatchObject({
      status: 422,
      json: { code: 'idempotency_mismatch' },
    });
  });

  it('names each refusal', async () => {
    const { body } = await photoBody();
    const refusal = async (changes: object, key?: string) => {
      const { status, json } = await ask({ ...body, ...changes }, key);
      return [status, json.code];
    };
    expect(await refusal({}, '')).toEqual([400, 'idempotency_key_required']);
    expect(await refusal({ byte_size: 0 })).toEqual([400, 'empty_file']);
    expect(await refusal({ byte_size: -1 })).toEqual([400, 'invalid_request']);
    expect(await refusal({ byte_size: '10' })).toEqual([400, 'invalid_request']);
    expect(await refusal({ filename: 'half\ud800.png' })).toEqual([400, 'invalid_request']);
    expect(await refusal({ sha256: 'abc' })).toEqual([400, 'invalid_request']);
    expect(await refusal({ byte_size: 1e12 })).toEqual([413, 'too_large']);
    expect(await refusal({ content_type: 'image/heic' })).toEqual([415, 'unsupported_type']);
    expect(await refusal({ product_id: randomUUID() })).toEqual([404, 'not_found']);
  });

  it('401 for nobody, 403 for a member', async () => {
    const { body } = await photoBody();
    expect((await ask(body, 'k', '')).status).toBe(401);
    expect((await ask(body, 'k', member)).status).toBe(403);
  });
});

describe('POST /api/uploads/complete', () => {
  it('201 to the first call, 200 after, with a path of the portal', async () => {
    const { asset_id, object_key } = await land();
    const body = { key: object_key };
    expect(await call(complete.POST, 'POST', { body })).toMatchObject({
      status: 201,
      json: { id: asset_id, url: `/library/${asset_id}` },
    });
    expect(await call(complete.POST, 'POST', { body })).toMatchObject({
      status: 200,
      json: { id: asset_id },
    });
  });

  it('404, 409 and 422 with their codes', async () => {
    const finish = async (key: string) => {
      const { status, json } = await call(complete.POST, 'POST', { body: { key } });
      return [status, json.code];
    };
    const { body } = await photoBody();
    const empty = (await ask(body)).json;
    expect(await finish(empty.object_key)).toEqual([404, 'nothing_uploaded']);
    expect(await finish('assets/x')).toEqual([404, 'not_found']);
    await services.store.put(empty.object_key, Buffer.from('x'), 1, { contentType: 'image/jpeg' });
    expect(await finish(empty.object_key)).toEqual([422, 'size_mismatch']);
    const html = Buffer.from('<html></html>');
    const page = (await ask({ ...body, byte_size: html.length })).json;
    await putFile(page, html);
    expect(await finish(page.object_key)).toEqual([422, 'not_an_image']);
    const landed: UploadAnswer[] = [];
    for (let n = 0; n < 6; n += 1) landed.push(await land({ product_id: body.product_id }));
    const ends = await Promise.all(landed.map(({ object_key }) => finish(object_key)));
    expect(ends.map(([status]) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409]);
  });
});

describe('POST /api/uploads/sign', () => {
  it('answers what Uppy asks for, and 404 for other keys', async () => {
    const { body } = await photoBody();
    const { object_key } = (await ask(body)).json;
    const signed = await call(sign.POST, 'POST', {
      body: { method: 'PUT', key: object_key, contentType: 'image/jpeg', expiresIn: 900 },
    });
    expect(signed).toMatchObject({
      status: 200,
      json: { key: object_key, headers: { 'if-none-match': '*' } },
    });
    const created = await call(sign.POST, 'POST', { body: { method: 'POST', key: object_key } });
    expect(new URL(created.json.url).searchParams.has('uploads')).toBe(true);
    expect((await call(sign.POST, 'POST', { body: { method: 'PUT', key: 'masters/x' } })).status).toBe(404);
    expect((await call(sign.POST, 'POST', { body: { method: 'PATCH', key: object_key } })).status).toBe(400);
  });
});

describe('POST /api/events/storage', () => {
  const deliver = (token: string, body: unknown) => call(events.POST, 'POST', { token, body });

  it('is open to the store’s secret alone, and answers 200 for duplicates', async () => {
    const { asset_id, object_key } = await land();
    const body = storageEvent(services.store.bucket, object_key);
    expect((await deliver('', body)).status).toBe(401);
    expect((await deliver(editor, body)).status).toBe(403);
    expect((await deliver(services.env.JOBS_SECRET, body)).status).toBe(403);
    const { EVENTS_SECRET } = services.env;
    expect(await deliver(EVENTS_SECRET, body)).toMatchObject({ status: 200, json: { registered: 1 } });
    expect(await deliver(EVENTS_SECRET, body)).toMatchObject({ status: 200, json: { ignored: 1 } });
    expect((await deliver(EVENTS_SECRET, 'no json')).status).toBe(400);
    expect((await call(asset.GET, 'GET', { id: asset_id })).json.status).toBe('PROCESSING');
  });
});

describe('/api/assets and /api/products', () => {
  it('list, show and bin', async () => {
    const { asset_id } = await land();
    const { json } = await call(asset.GET, 'GET', { id: asset_id });
    expect(json).toMatchObject({ asset_id, status: 'UPLOADING', versions: [] });
    const query = `?product_id=${json.product.id}`;
    expect((await call(assets.GET, 'GET', { query })).json.items).toHaveLength(1);
    expect((await call(asset.DELETE, 'DELETE', { id: asset_id })).status).toBe(204);
    expect((await call(asset.DELETE, 'DELETE', { id: asset_id })).status).toBe(204);
    expect((await call(assets.GET, 'GET', { query })).json.items).toEqual([]);
    expect((await call(assets.GET, 'GET', { query: `${query}&binned=true` })).json.items).toMatchObject([
      { asset_id, status: 'FAILED', failure: 'upload_abandoned' },
    ]);
    expect((await call(asset.DELETE, 'DELETE', { id: randomUUID() })).status).toBe(404);
    expect((await call(asset.GET, 'GET', { id: 'nonsense' })).status).toBe(404);
  });

  it('409 for an SKU that is taken, 404 for no product, a page of them', async () => {
    const body = { name: 'Ball', sku: `S-${randomUUID()}` };
    const made = await call(products.POST, 'POST', { body });
    expect(made.headers.get('location')).toBe(`/api/products/${made.json.id}`);
    expect(await call(products.POST, 'POST', { body })).toMatchObject({
      status: 409,
      json: { code: 'conflict' },
    });
    expect((await call(products.POST, 'POST', { body: {} })).status).toBe(400);
    expect((await call(product.GET, 'GET', { id: made.json.id })).json).toEqual(made.json);
    expect((await call(product.GET, 'GET', { id: randomUUID() })).status).toBe(404);
    const page = await call(products.GET, 'GET', { query: '?limit=1' });
    expect(page.json).toMatchObject({ items: [{}], next_cursor: expect.any(String) });
  });
});

describe('a failure of ours', () => {
  it('is 503 with a time to come back while the store is away', async () => {
    const { object_key } = await land();
    await store.stop();
    const answer = await call(complete.POST, 'POST', { body: { key: object_key } });
    expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});
