import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { masterRow } from '#lib/ingest/master-row.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import type { SimStore } from './sim-store.ts';
import { picture, undecodable, unrenderable } from './stand-ins.ts';
import type { Photo, World } from './world.ts';

/** What is to come of the photos of a seed in the end. */
export interface Expected {
  /** Assets whose file is damaged. */
  bad: Set<string>;
  /** Masters that no contract can be met with. */
  refused: Set<string>;
  formats: readonly string[];
}

/** One or two photos whose bytes have landed and that nobody has registered, some of them at fault. */
export async function addPhotos(world: World, store: SimStore, expected: Expected): Promise<Photo[]> {
  const { services, random, editorId } = world;
  const { db } = services;
  const productId = uuidOf('product');
  await db
    .insertInto('products')
    .values({ id: productId, name: 'Kit', sku: null, created_by: editorId })
    .execute();
  const photos: Photo[] = [];
  for (let n = 1 + random.below(2); n > 0; n -= 1) {
    const id = uuidOf(`asset ${n}`);
    const kind = random.next();
    const fault = kind < 0.1 ? undecodable : kind < 0.2 ? unrenderable : '';
    const body = drawBytes(`photo ${n} ${fault}`);
    const hash = hashOf(body);
    if (fault === undecodable) expected.bad.add(id);
    else if (fault === unrenderable) expected.refused.add(hash);
    const key = objectKeys.landing(id, 'jpg');
    store.objects.set(key, { body, contentType: 'image/jpeg' });
    photos.push({ assetId: id, key, etag: `"${hash.slice(0, 32)}"`, bytes: body.length });
    await db
      .insertInto('assets')
      .values({
        id,
        owner_id: editorId,
        product_id: productId,
        idempotency_key: id,
        request_sha256: hash,
        object_key: key,
        filename: 'kit.jpg',
        declared_type: 'image/jpeg',
        declared_bytes: body.length,
        status: 'UPLOADING',
        upload_expires_at: sql`clock_timestamp()`,
      })
      .execute();
    if (fault !== undecodable && random.chance(0.4)) await makeReady(world, store, id, body);
  }
  return photos;
}

/** As ingest leaves it, for runs whose rough part is to be about the files. */
async function makeReady(
  { services }: World,
  store: SimStore,
  asset_id: string,
  body: Buffer,
): Promise<void> {
  const { db } = services;
  const sha256 = hashOf(body);
  store.objects.set(objectKeys.master(sha256), { body, contentType: 'image/jpeg' });
  const spooled = { path: '', bytes: body.length, sha256 };
  await db.insertInto('masters').values(masterRow(spooled, picture)).execute();
  const hashes = { master_sha256: sha256, source_hash: sha256 };
  await db
    .insertInto('asset_versions')
    .values({ asset_id, number: 1, kind: 'original', ...hashes })
    .execute();
  const registered = { landed_etag: `"${sha256.slice(0, 32)}"`, registered_at: sql<Date>`clock_timestamp()` };
  for (const status of ['PROCESSING', 'READY'] as const)
    await db
      .updateTable('assets')
      .set({ status, ...registered })
      .where('id', '=', asset_id)
      .execute();
}

/** Begins as a JPEG does, which is all that the door looks at. */
function drawBytes(text: string): Buffer {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  return Buffer.concat([start, Buffer.from(text.padEnd(400, '.'))]);
}

function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

/** The same in every run. */
function uuidOf(name: string): string {
  const hex = hashOf(Buffer.from(name));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
