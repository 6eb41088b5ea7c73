import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeApiToken } from '#lib/auth/api-token.ts';
import { env } from '#lib/env.ts';
import { createServices } from '#lib/services.ts';
import { type DemoPhoto, demoProducts } from '#local/demo/demo-products.ts';

export interface SeedProgress {
  done: number;
  total: number;
  title?: string;
}

/**
 * Draws the demo photos and takes each the way an editor's browser would: ask, PUT, complete, wait, approve, all
 * over HTTP. Idempotent by SKU and idempotency key, so that a seed cut short goes on where it was.
 */
const settings = env();
const services = createServices(settings, 'seed');
const total = demoProducts.reduce((sum, product) => sum + product.photos.length, 0);
let done = 0;
const tokenName = 'demo seed';
const report = (title?: string) => process.send?.({ done, total, title } satisfies SeedProgress);
process.on('disconnect', () => process.exit(1));

const token = await borrowEditorToken();
try {
  report();
  for (const product of demoProducts) {
    const productId = await findOrCreateProduct(product.name, product.sku);
    for (const [index, photo] of product.photos.entries()) {
      report(photo.title);
      await seedPhoto(productId, `seed-${product.sku}-${index + 1}`, photo);
      done += 1;
      report();
    }
  }
} finally {
  await services.db.deleteFrom('api_tokens').where('id', '=', token.id).execute();
  await services.db.destroy();
}
process.exit(0);

async function seedPhoto(productId: string, key: string, photo: DemoPhoto): Promise<void> {
  const standing = await services.db
    .selectFrom('assets')
    .select(['id', 'status', 'settled_at'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  let assetId = standing?.id;
  if (!standing || standing.status === 'UPLOADING') {
    const bytes = await photo.draw();
    const asked = await call<{
      asset_id: string;
      upload_url?: string;
      upload_headers?: Record<string, string>;
      object_key: string;
    }>(
      'POST',
      '/api/assets',
      {
        product_id: productId,
        filename: photo.filename,
        content_type: photo.contentType,
        byte_size: bytes.length,
      },
      { 'Idempotency-Key': key },
    );
    assetId = asked.asset_id;
    if (asked.upload_url) {
      const put = await fetch(asked.upload_url, {
        method: 'PUT',
        headers: asked.upload_headers ?? {},
        body: new Uint8Array(bytes),
      });
      // 412: an earlier seed was cut short after its PUT.
      if (!put.ok && put.status !== 412)
        throw new Error(`${photo.filename}: the store answered ${put.status} ${await put.text()}`);
    }
    await call('POST', '/api/uploads/complete', { key: asked.object_key });
  }
  if (!assetId) return;
  if (!(await settled(assetId, photo))) return;
  const approved = await services.db
    .selectFrom('approvals')
    .select('id')
    .where('asset_id', '=', assetId)
    .executeTakeFirst();
  if (approved) return;
  await services.db
    .updateTable('assets')
    .set({ title: photo.title, alt_text: photo.altText })
    .where('id', '=', assetId)
    .where('title', '=', '')
    .execute();
  await call('PUT', `/api/assets/${assetId}/approval`, { version: 1, note: 'Demo photo' });
}

/** Waits until the photo is READY. False when it FAILED: a person then sees why on its page. */
async function settled(assetId: string, photo: DemoPhoto): Promise<boolean> {
  for (;;) {
    const { status } = await call<{ status: string }>('GET', `/api/assets/${assetId}`);
    if (status === 'READY') return true;
    if (status === 'FAILED') {
      process.stderr.write(`${photo.filename} FAILED\n`);
      return false;
    }
    await pause(250);
  }
}

async function findOrCreateProduct(name: string, sku: string): Promise<string> {
  const standing = await services.db
    .selectFrom('products')
    .select('id')
    .where('sku', '=', sku)
    .executeTakeFirst();
  return standing?.id ?? (await call<{ id: string }>('POST', '/api/products', { name, sku })).id;
}

async function call<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(new URL(path, settings.PORTAL_URL), {
    method,
    headers: { Authorization: `Bearer ${token.token}`, 'Content-Type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A token of the demo editor for as long as seeding takes; one of a seed that was cut short goes now. */
async function borrowEditorToken(): Promise<{ id: string; token: string }> {
  const editor = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'editor@blazon.test')
    .executeTakeFirstOrThrow();
  await services.db
    .deleteFrom('api_tokens')
    .where('user_id', '=', editor.id)
    .where('name', '=', tokenName)
    .execute();
  const { token, sha256 } = makeApiToken();
  const id = randomUUID();
  await services.db
    .insertInto('api_tokens')
    .values({ id, user_id: editor.id, name: tokenName, token_sha256: sha256 })
    .execute();
  return { id, token };
}
