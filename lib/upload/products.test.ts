import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { parseInput } from '#lib/parse-input.ts';
import type { Services } from '#lib/services.ts';
import { personCaller } from '#test/people.ts';
import { testServices } from '#test/services.ts';
import { codeOf, insertEditor, landPhoto } from '#test/uploads.ts';
import { completeUpload } from './complete-upload.ts';
import { createProduct } from './create-product.ts';
import { newProduct } from './product-schema.ts';
import { getProduct, listProducts } from './products.ts';

let services: Services;
let editor: Caller & { id: string };

beforeAll(async () => {
  ({ services } = await testServices());
  editor = await insertEditor(services);
});

const create = (name: string, sku?: string | null) =>
  createProduct(services, editor, newProduct.parse({ name, sku }));

describe('a product', () => {
  it('counts its photos against the limit', async () => {
    const made = await create(' Ball  ', 'B-1');
    expect(made).toMatchObject({
      name: 'Ball',
      sku: 'B-1',
      hero_asset_id: null,
      photo_count: 0,
      photo_limit: 5,
    });
    const { object_key } = await landPhoto(services, editor, made.id);
    expect((await getProduct(services, editor, { productId: made.id })).photo_count).toBe(0);
    await completeUpload(services, editor, { key: object_key });
    expect((await getProduct(services, editor, { productId: made.id })).photo_count).toBe(1);
  });

  it('has its SKU alone, also among requests at once; no SKU is shared by all', async () => {
    const ends = await Promise.all(Array.from({ length: 8 }, () => codeOf(create('Racing', 'R-1'))));
    expect(ends.filter((code) => code === 'conflict')).toHaveLength(7);
    await create('None', null);
    expect((await create('None', '  ')).sku).toBeNull();
  });

  it('has a name that can be stored', () => {
    for (const name of ['', '   ', 'x'.repeat(201), 'nul\0', 'half\ud800']) {
      expect(parseInput(newProduct, { name }).success, JSON.stringify(name)).toBe(false);
    }
    expect(parseInput(newProduct, { name: '製品 🍒 صورة' }).success).toBe(true);
  });

  it('that is not there is 404, and none is for members', async () => {
    expect(await codeOf(getProduct(services, editor, { productId: randomUUID() }))).toBe('not_found');
    const member = personCaller(randomUUID(), 'member');
    expect(await codeOf(listProducts(services, member, { limit: 10 }))).toBe('forbidden');
    expect(await codeOf(createProduct(services, member, { name: 'x' }))).toBe('forbidden');
  });
});

describe('the list of products', () => {
  it('pages through all of a search, each once, by name', async () => {
    const names = ['Page b', 'Page a', 'Page a', 'Page 100%', 'Page c'];
    for (const name of names) await create(name);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listProducts(services, editor, { q: 'page', limit: 2, cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(names.length);
    expect(seen).toHaveLength(names.length);
  });

  it('takes the signs of patterns as themselves', async () => {
    const found = await listProducts(services, editor, { q: '100%', limit: 10 });
    expect(found.items.map(({ name }) => name)).toEqual(['Page 100%']);
    expect((await listProducts(services, editor, { q: '%%', limit: 10 })).items).toEqual([]);
  });

  it('refuses a cursor that it did not hand out', async () => {
    const forged = Buffer.from(JSON.stringify(['nul\0', randomUUID()])).toString('base64url');
    for (const cursor of ['nonsense', forged]) {
      expect(await codeOf(listProducts(services, editor, { limit: 10, cursor }))).toBe('invalid_request');
    }
  });
});
