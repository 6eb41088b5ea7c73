import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { unsafeListNearPrints } from '#db/queries/picture-prints.ts';
import { makePrint } from '#lib/picture/make-print.ts';
import { hashOfView, wholeView } from '#lib/picture/print.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { IngestRig, sha256 } from '#test/ingest-rig.ts';
import { landmark } from '#test/pictures.ts';
import { printMasters } from './print-masters.ts';

const { signal } = new AbortController();
let rig: IngestRig;
let master: string;

async function nearestTo(file: Buffer) {
  const hash = hashOfView(await makePrint(sharp(file)), wholeView);
  return (await unsafeListNearPrints(rig.services.db, hash, 10))[0];
}

beforeAll(async () => {
  rig = await IngestRig.open();
});
beforeEach(async () => {
  await rig.clear();
});

test('a master is found by a small copy of it as soon as it is ready', async () => {
  const bytes = await landmark(400, 240).png().toBuffer();
  master = sha256(bytes);
  await rig.upload(bytes);
  expect(await rig.attempt()).toBe('done');
  const copy = await sharp(bytes).resize(100).jpeg({ quality: 50 }).toBuffer();
  expect(await nearestTo(copy)).toMatchObject({ master_sha256: master, shown: 'whole' });
});

test('a master that came before prints were kept gets its own, once, and one that is gone keeps none waiting', async () => {
  const { db, store } = rig.services;
  const other = await landmark(300, 300).png().toBuffer();
  await rig.upload(other);
  await rig.attempt();
  await store.delete(objectKeys.master(sha256(other)));
  await db.deleteFrom('picture_prints').execute();
  expect(await printMasters(rig.services, signal)).toBe(1);
  const copy = await landmark(200, 120).jpeg({ quality: 60 }).toBuffer();
  expect(await nearestTo(copy)).toMatchObject({ master_sha256: master });
  expect(await printMasters(rig.services, signal)).toBe(0);
});
