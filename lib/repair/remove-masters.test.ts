import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '#lib/auth/actor.ts';
import { binAsset, restoreAsset } from '#lib/review/bin-asset.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { IngestRig, sha256 } from '#test/ingest-rig.ts';
import { assetRow, codeOf, drawPhoto } from '#test/uploads.ts';
import { emptyBin } from './empty-bin.ts';
import { removeMaster, removeMasters } from './remove-masters.ts';

let rig: IngestRig;
beforeAll(async () => {
  rig = await IngestRig.open({ BIN_RETENTION_DAYS: '30' });
});
beforeEach(() => rig.clear());
const caller = systemCaller('repair');

async function ready(bytes: Buffer): Promise<string> {
  const assetId = await rig.upload(bytes);
  expect(await rig.attempt()).toBe('done');
  return assetId;
}

async function binFor(assetId: string, days: number): Promise<void> {
  await binAsset(rig.services, rig.editor, { assetId });
  await sql`update assets set binned_at = binned_at - ${days} * interval '1 day' where id = ${assetId}`.execute(
    rig.services.db,
  );
}

const masterOf = (bytes: Buffer) => rig.services.store.head(objectKeys.master(sha256(bytes)));
const masterRow = (bytes: Buffer) =>
  rig.services.db
    .selectFrom('masters')
    .select('state')
    .where('sha256', '=', sha256(bytes))
    .executeTakeFirst();

describe('the bin', () => {
  test('keeps a photo until its time is over, then ends it for good; its row and versions stay as evidence', async () => {
    const bytes = await drawPhoto(61);
    const assetId = await ready(bytes);
    await binFor(assetId, 29);
    expect(await emptyBin(rig.services, caller)).toBe(0);
    await binFor(assetId, 0);
    await sql`update assets set binned_at = binned_at - interval '2 days' where id = ${assetId}`.execute(
      rig.services.db,
    );
    expect(await emptyBin(rig.services, caller)).toBe(1);
    expect(await codeOf(restoreAsset(rig.services, rig.editor, { assetId }))).toBe('not_found');
    expect(await removeMasters(rig.services, caller)).toBe(1);
    expect(await masterOf(bytes)).toBeUndefined();
    expect(await masterRow(bytes)).toBeUndefined();
    expect((await assetRow(rig.services, assetId)).purged_at).not.toBeNull();
    const versions = rig.services.db.selectFrom('asset_versions').select('master_sha256');
    expect(await versions.where('asset_id', '=', assetId).execute()).toEqual([
      { master_sha256: sha256(bytes) },
    ]);
  });

  test('a master that another photo names stays, also while that one is in the bin', async () => {
    const bytes = await drawPhoto(62);
    const first = await ready(bytes);
    const second = await ready(bytes);
    await binFor(first, 31);
    await binFor(second, 1);
    expect(await emptyBin(rig.services, caller)).toBe(1);
    expect(await removeMasters(rig.services, caller)).toBe(0);
    expect(await removeMaster(rig.services, caller, sha256(bytes))).toBe(false);
    expect(await masterOf(bytes)).toBeDefined();
  });
});

describe('an ingest that meets its own hash', () => {
  test('while the object is being deleted waits, and then has a master of its own', async () => {
    const bytes = await drawPhoto(63);
    const old = await ready(bytes);
    await binFor(old, 31);
    await emptyBin(rig.services, caller);
    const again = await rig.upload(bytes);
    const store = Object.create(rig.services.store) as Services['store'];
    let met: string | undefined;
    store.delete = async (key) => {
      met = await rig.attempt();
      await rig.services.store.delete(key);
    };
    expect(await removeMasters({ ...rig.services, store }, caller)).toBe(1);
    expect(met).toBe('later');
    expect(await rig.attempt()).toBe('done');
    expect((await assetRow(rig.services, again)).status).toBe('READY');
    expect(await masterOf(bytes)).toBeDefined();
    expect(await masterRow(bytes)).toEqual({ state: 'present' });
  });

  test('at the same moment as a removal leaves no photo without its master', async () => {
    for (let round = 0; round < 2; round += 1) {
      const bytes = await drawPhoto(70 + round);
      await binFor(await ready(bytes), 31);
      await emptyBin(rig.services, caller);
      const again = await rig.upload(bytes);
      const [ingested] = await Promise.all([rig.attempt(), removeMasters(rig.services, caller)]);
      if (ingested !== 'done') expect(await rig.attempt()).toBe('done');
      expect((await assetRow(rig.services, again)).status).toBe('READY');
      expect(await masterOf(bytes)).toBeDefined();
    }
  });

  test('goes on with a removal that was cut short', async () => {
    const bytes = await drawPhoto(80);
    await binFor(await ready(bytes), 31);
    await emptyBin(rig.services, caller);
    expect(await removeMasters({ ...rig.services, store: rig.withoutStore.store }, caller)).toBe(0);
    expect(await masterRow(bytes)).toEqual({ state: 'deleting' });
    expect(await removeMasters(rig.services, caller)).toBe(1);
    expect(await masterRow(bytes)).toBeUndefined();
  });
});
