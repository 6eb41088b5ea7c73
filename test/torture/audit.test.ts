import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { rendererOf } from '#lib/derive/renderer.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';
import { noisy } from '../pictures.ts';
import { insertNamedProduct, openPortal } from '../portal.ts';
import { testServices } from '../services.ts';
import { landPhoto } from '../uploads.ts';
import { audit, type Findings } from './audit.ts';
import { Ledger, type SentPhoto } from './ledger.ts';
import { readPortal } from './read-portal.ts';
import { repair } from './settle.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'blazon-audit-'));
const { services } = await testServices({ DATA_DIR: dataDir, RENDER_CONCURRENCY: '1' });
const { db, store } = services;
const { editor } = await openPortal(services);
const ledger = new Ledger();
afterAll(async () => {
  await rendererOf(services, 'jobs').close();
  rmSync(dataDir, { recursive: true, force: true });
});

const drain = () => drainJobs(services, jobHandlers, { budgetMs: 60_000, random: () => 0 });
const look = async () => audit(ledger, await readPortal(services));
let seed = 700;

/** The whole way of a photo, and what its client knows of it. */
async function sendPhoto(): Promise<SentPhoto> {
  seed += 1;
  const productName = `Kit ${seed}`;
  const filename = `${randomUUID()}.jpg`;
  const bytes = await noisy(64, seed).jpeg().toBuffer();
  const productId = await insertNamedProduct(services, editor, productName);
  const { asset_id, object_key } = await landPhoto(services, editor, productId, {
    bytes,
    changes: { filename },
  });
  await completeUpload(services, editor, { key: object_key });
  await drain();
  await approveVersion(services, editor, { assetId: asset_id, version: 1, audiences: ['partner'] });
  await drain();
  const photo: SentPhoto = {
    productName,
    filename,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    wanted: 'READY',
    assetId: asset_id,
    objectKey: object_key,
    isAcknowledged: true,
    audiences: ['partner'],
    asked: [],
  };
  ledger.products.push(productName);
  ledger.photos.push(photo);
  return photo;
}

const fileOf = (photo: SentPhoto, format = 'campaign') =>
  db
    .selectFrom('derivatives')
    .selectAll()
    .where('source_hash', '=', photo.sha256)
    .where('format', '=', format)
    .executeTakeFirstOrThrow();

const put = async (key: string, body: string) => {
  await store.put(key, Buffer.from(body), body.length, { contentType: 'image/jpeg' });
};

/** As tables were without the rules that the database holds. */
async function insertAgain(table: string, where: ReturnType<typeof sql>): Promise<void> {
  await sql`create table copied as select * from ${sql.table(table)} where ${where}`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype in ('p', 'u')`.execute(
    db,
  );
  for (const { name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)} cascade`.execute(db);
  await sql`insert into ${sql.table(table)} overriding system value select * from copied`.execute(db);
  await sql`drop table copied`.execute(db);
}

/** What is done to a portal in which all was well, and what the audit must say of it. */
const plants: Record<string, (photo: SentPhoto) => Promise<Partial<Findings>>> = {
  'a master with other bytes': async ({ assetId, sha256 }) => {
    await put(objectKeys.master(sha256), 'other bytes');
    return { lost: [`the master of photo ${assetId} is not in the store`] };
  },
  'a master that is gone': async ({ assetId, sha256 }) => {
    await store.delete(objectKeys.master(sha256));
    return { lost: [`the master of photo ${assetId} is not in the store`] };
  },
  'bytes that nobody sent': async (photo) => {
    photo.sha256 = photo.sha256.replace(/./g, '0');
    return {
      lost: [
        `photo ${photo.assetId} is READY with other bytes than were sent`,
        `the master of photo ${photo.assetId} is not in the store`,
      ],
    };
  },
  'a photo that was acknowledged and never registered': async (photo) => {
    const { asset_id, object_key } = await landPhoto(
      services,
      editor,
      await insertNamedProduct(services, editor),
    );
    ledger.photos.push({ ...photo, assetId: asset_id, objectKey: object_key, audiences: [] });
    return { lost: [`photo ${asset_id} is UPLOADING in the end, not READY`] };
  },
  'a photo without a row': async (photo) => {
    const assetId = randomUUID();
    ledger.photos.push({ ...photo, assetId });
    return { lost: [`photo ${assetId} was answered and has no row`] };
  },
  'a product without a row': async () => {
    ledger.products.push('Nothing');
    return { lost: ['the product Nothing was answered and is gone'] };
  },
  'a file that was promised and is not published': async (photo) => {
    const { object_key, manifest_key } = await fileOf(photo);
    await db.deleteFrom('derivatives').where('object_key', '=', object_key).execute();
    return {
      lost: [`${photo.sha256}/partner/1/campaign was promised and is not published`],
      orphaned: [object_key, manifest_key],
    };
  },
  'a file with other bytes': async (photo) => {
    await put((await fileOf(photo)).object_key, 'other bytes');
    return { lost: [`${photo.sha256}/partner/1/campaign is published without its file`] };
  },
  'a manifest that is gone': async (photo) => {
    await store.delete((await fileOf(photo)).manifest_key);
    return { lost: [`${photo.sha256}/partner/1/campaign is published without its manifest`] };
  },
  'an approval that is gone': async (photo) => {
    photo.audiences = ['partner', 'public'];
    return { lost: [`the approval of ${photo.assetId} for public is gone`] };
  },
  'an event that was never told': async ({ assetId }) => {
    await db
      .deleteFrom('outbox_events')
      .where('key', '=', assetId)
      .where('type', '=', 'AssetReady')
      .execute();
    return { lost: [`AssetReady of ${assetId} was never told`] };
  },
  'a file on demand that was never made': async (photo) => {
    photo.asked.push({ audience: 'teacher', format: 'print' });
    return { lost: [`the print of ${photo.assetId}, which teacher asked for, was never made`] };
  },
  'an event told twice': async ({ assetId }) => {
    await sql`insert into outbox_events (event_id, type, key, payload, published_at)
      select ${randomUUID()}, type, key, payload, published_at from outbox_events
      where key = ${assetId} and type = 'AssetReady'`.execute(db);
    return { doubled: [`told 2 times: AssetReady ${assetId}`] };
  },
  'an act recorded twice': async ({ assetId }) => {
    await sql`insert into audit_log (actor_kind, action, subject_kind, subject_id, result, detail)
      select actor_kind, action, subject_kind, subject_id, result, detail from audit_log
      where subject_id = ${assetId} and action = 'asset.ready'`.execute(db);
    return { doubled: [`on record 2 times: asset.ready ${assetId}`] };
  },
  'a product made twice': async ({ productName }) => {
    await insertNamedProduct(services, editor, productName);
    return { doubled: [`2 products are called ${productName}`] };
  },
  'an object that nothing names': async () => {
    const keys = [objectKeys.landing(randomUUID(), 'jpg'), objectKeys.master('f'.repeat(64))];
    for (const key of keys) await put(key, 'left');
    return { orphaned: keys };
  },
  'a job that never ends': async () => {
    const id = randomUUID();
    await sql`insert into jobs (id, queue, payload, run_at) values (${id}, 'plan', '{}', 'infinity')`.execute(
      db,
    );
    return { stuck: [`job ${id} of plan waits, attempt 0`] };
  },
  'a row that publishes what is published': async (photo) => {
    const { object_key } = await fileOf(photo);
    await insertAgain('derivatives', sql`object_key = ${object_key}`);
    return { doubled: [`2 rows publish ${photo.sha256}/partner/1/campaign`] };
  },
};

it('finds nothing where all is well, and repair has nothing to do', async () => {
  await sendPhoto();
  expect(await look()).toEqual({ lost: [], doubled: [], orphaned: [], stuck: [] });
  expect([...(await repair(services))]).toEqual([]);
});

it('has its orphans taken away by repair', async () => {
  const key = `derivatives/${'a'.repeat(64)}/partner/1/campaign/7/file.jpg`;
  await put(key, 'left by a loser');
  expect((await look()).orphaned).toEqual([key]);
  expect([...(await repair(services))]).toEqual([['delete orphan', 1]]);
  expect((await look()).orphaned).toEqual([]);
});

it.each(Object.entries(plants))('finds %s, and nothing else', async (_name, plant) => {
  const photo = await sendPhoto();
  const before = await look();
  const { lost = [], doubled = [], orphaned = [], stuck = [] } = await plant(photo);
  const after = await look();
  const added = (kind: keyof Findings) => after[kind].filter((each) => !before[kind].includes(each)).sort();
  expect({
    lost: added('lost'),
    doubled: added('doubled'),
    orphaned: added('orphaned'),
    stuck: added('stuck'),
  }).toEqual({ lost: lost.sort(), doubled: doubled.sort(), orphaned: orphaned.sort(), stuck });
});
