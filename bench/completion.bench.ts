import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Caller } from '#lib/auth/actor.ts';
import { createServices, type Services } from '#lib/services.ts';
import type { ObjectFacts } from '#lib/storage/object-store.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';
import { startStore } from '#local/store/start-store.ts';
import { insertPerson, personCaller, testSettings } from '#test/people.ts';
import { drawPhoto, insertProduct, landPhoto } from '#test/uploads.ts';
import { median } from './median.ts';
import { benchPostgres } from './postgres.ts';

/**
 * The completion call ÷ the least it could be: HEAD, a ranged GET, and one transaction of plain SQL that locks the
 * product, counts its photos and leaves the same rows (asset, event, job, audit). One call at a time. Goal: at
 * most 1.3.
 */
const rounds = 150;
const warmUp = 20;

const postgres = await benchPostgres();
const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-bench-store-'));
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench-secret' };
const store = await startStore({ port: 0, folder, bucket: 'photos', credentials, corsOrigins: [] });
const services = createServices(
  testSettings({
    DATABASE_URL: postgres.url,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }),
  'bench',
);
try {
  const { id, email } = await insertPerson(services.db, { role: 'editor' });
  const caller = personCaller(id, 'editor', email);
  const photo = await drawPhoto();
  const land = async () => landPhoto(services, caller, await insertProduct(services, id), { bytes: photo });
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await land(), await land()];
    const ours = await timed(() => completeUpload(services, caller, { key: one.object_key }));
    const bare = await timed(() => completeBare(services, caller, other.asset_id, other.object_key));
    if (round < warmUp) continue;
    times.ours.push(ours);
    times.bare.push(bare);
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  console.log(`  completion ${ours.toFixed(2)} ms, bare ${bare.toFixed(2)} ms`);
  console.log(
    `  completion call ÷ (HEAD + ranged GET + one transaction): ${(ours / bare).toFixed(2)} (goal ≤ 1.3)`,
  );
} finally {
  await services.db.destroy();
  await store.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

async function completeBare(
  { db, store }: Services,
  caller: Caller,
  assetId: string,
  key: string,
): Promise<void> {
  const facts = await store.head(key);
  const read = await store.get(key, { range: { first: 0, last: 4099 } });
  if (!facts || read.state !== 'found') throw new Error('nothing landed');
  for await (const _ of read.body);
  await recordBare({
    db,
    assetId,
    key,
    facts,
    actorId: caller.actor.kind === 'person' ? caller.actor.id : null,
  });
}

async function recordBare(arrival: {
  db: Services['db'];
  assetId: string;
  key: string;
  facts: ObjectFacts;
  actorId: string | null;
}) {
  const { db, assetId, key, facts, actorId } = arrival;
  await db.transaction().execute(async (trx) => {
    const { product_id } = await trx
      .selectFrom('assets')
      .select('product_id')
      .where('id', '=', assetId)
      .executeTakeFirstOrThrow();
    await trx.selectFrom('products').select('id').where('id', '=', product_id).forUpdate().execute();
    await trx
      .selectFrom('assets')
      .select((of) => of.fn.countAll().as('photos'))
      .where('product_id', '=', product_id)
      .where('status', 'in', ['PROCESSING', 'READY'])
      .execute();
    await trx
      .updateTable('assets')
      .set({
        status: 'PROCESSING',
        landed_etag: facts.etag,
        landed_bytes: facts.bytes,
        landed_type: 'image/jpeg',
      })
      .where('id', '=', assetId)
      .execute();
    const event = {
      event_id: randomUUID(),
      type: 'AssetUploaded',
      key: assetId,
      payload: JSON.stringify({ key }),
    };
    await trx.insertInto('outbox_events').values(event).execute();
    await trx
      .insertInto('jobs')
      .values({ id: randomUUID(), queue: 'ingest', payload: JSON.stringify({ event }) })
      .execute();
    await trx
      .insertInto('audit_log')
      .values({
        actor_id: actorId,
        actor_kind: 'person',
        action: 'asset.uploaded',
        subject_kind: 'asset',
        subject_id: assetId,
        result: 'done',
        detail: '{}',
      })
      .execute();
  });
}
