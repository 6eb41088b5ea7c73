import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { findStandingApproval } from '#db/queries/approvals.ts';
import { insertAssetVersion } from '#db/queries/asset-versions.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { getJob } from '#lib/jobs/get-job.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { sourceHash } from '#lib/policy/source-hash.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { cutoutPortal, handler } from '#test/cutout-portal.ts';
import { claimNext, expireLease } from '#test/job-table.ts';
import { nobody } from '#test/portal.ts';
import { studioShot } from '#test/studio-shots.ts';
import { cutterOf } from './cutter.ts';
import { listCutoutWork } from './list-cutout-work.ts';

const portal = await cutoutPortal();
const { services, editor, addShot, ask, drain, versionsOf, openMaster } = portal;
const { db, store } = services;
const never = new AbortController().signal;

describe('a cut-out', () => {
  it('is a new version with a master, a hash and an origin of its own, and the original stays as it is', async () => {
    const photo = await addShot();
    const answer = await ask(photo.assetId, { tolerance: 9 });
    expect(await drain()).toMatchObject({ done: 1, dead: 0 });
    const [original, cutout] = await versionsOf(photo.assetId);
    expect(original).toMatchObject({ number: 1, kind: 'original', master_sha256: photo.sha256 });
    expect(cutout).toMatchObject({ number: 2, kind: 'cutout', media_type: 'image/png', has_alpha: true });
    expect(cutout?.master_sha256).not.toBe(photo.sha256);
    expect(cutout?.source_hash).toBe(cutout?.master_sha256);
    expect(cutout?.made_how).toEqual({
      from_version: 1,
      from_master_sha256: photo.sha256,
      remover: { id: 'backdrop', label: 'Plain backdrop', licence: 'MIT', revision: '1' },
      parameters: { remover: 'backdrop', tolerance: 9, feather_px: 1, holes: 'open' },
    });
    const picture = await openMaster(cutout?.master_sha256 ?? '');
    const { width, height } = await picture.metadata();
    const { data } = await picture.raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect(data[((height / 2) * width + Math.round(width / 2)) * 4 + 3]).toBe(255);
    expect(
      await store.head(objectKeys.cutoutThumbnail(photo.assetId, cutout?.master_sha256 ?? '')),
    ).toBeDefined();
    const job = answer.state === 'queued' ? await getJob(services, editor, answer.job_id) : undefined;
    expect(job).toMatchObject({ state: 'done', made_version: { asset_id: photo.assetId, version: 2 } });
  });

  it('is put on record: who asked, and what came of it', async () => {
    const photo = await addShot();
    await ask(photo.assetId);
    await drain();
    const rows = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', photo.assetId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'asset.cutout_requested', actor_id: editor.id },
      { action: 'asset.cutout_made', actor_id: null },
    ]);
  });

  it('asked for twice is one job and one version; with another tolerance it is another', async () => {
    const photo = await addShot();
    const [first, second] = [await ask(photo.assetId), await ask(photo.assetId)];
    expect(second).toEqual(first);
    expect(await drain()).toMatchObject({ done: 1, duplicates: 0 });
    expect(await ask(photo.assetId)).toEqual({ state: 'made', version: 2 });
    await ask(photo.assetId, { tolerance: 5 });
    expect(await drain()).toMatchObject({ done: 1 });
    expect((await versionsOf(photo.assetId)).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('delivered again once it is made is a duplicate, and makes nothing', async () => {
    const photo = await addShot();
    await ask(photo.assetId);
    const { payload } = await db.selectFrom('jobs').select('payload').executeTakeFirstOrThrow();
    await drain();
    await enqueueJob(db, { queue: 'cutout', payload });
    expect(await drain()).toMatchObject({ done: 0, duplicates: 1 });
    expect(await versionsOf(photo.assetId)).toHaveLength(2);
  });

  it('leaves what is approved as it is', async () => {
    const photo = await addShot();
    await approveVersion(services, editor, { assetId: photo.assetId, version: 1 });
    const before = await findStandingApproval(db, photo.assetId);
    await ask(photo.assetId);
    await drain();
    expect(await findStandingApproval(db, photo.assetId)).toEqual(before);
  });

  it('of a photo that was held upright stands upright', async () => {
    const photo = await addShot((shot) =>
      shot.rotate(270).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }),
    );
    await ask(photo.assetId);
    await drain();
    const [, cutout] = await versionsOf(photo.assetId);
    expect(cutout?.width).toBeGreaterThan(cutout?.height ?? 0);
    const picture = await openMaster(cutout?.master_sha256 ?? '');
    expect((await picture.metadata()).orientation ?? 1).toBe(1);
  });

  it('inherits focal point and crop, which name it together with its master', async () => {
    const photo = await addShot();
    const edits = { focal: { x: 0.2, y: 0.7 }, crop: { left: 0.1, top: 0, width: 0.9, height: 1 } };
    await insertAssetVersionOf(photo, edits);
    await ask(photo.assetId);
    await drain();
    const cutout = (await versionsOf(photo.assetId)).at(-1);
    expect(cutout?.made_how?.from_version).toBe(2);
    expect(cutout?.source_hash).toBe(sourceHash(cutout?.master_sha256 ?? '', edits));
    const row = await db
      .selectFrom('asset_versions')
      .select('edits')
      .where('source_hash', '=', cutout?.source_hash ?? '')
      .executeTakeFirstOrThrow();
    expect(row.edits).toEqual(edits);
  });

  it('keeps the rights lines of the photo, its colour profile, and nothing else that the photo says of itself', async () => {
    const photo = await addShot((shot) =>
      shot
        .withIccProfile('p3')
        .withExif({ IFD0: { Artist: 'A. Person', Make: 'Camera' } })
        .jpeg({ quality: 95 }),
    );
    await ask(photo.assetId);
    await drain();
    const [, cutout] = await versionsOf(photo.assetId);
    const { facts, exif } = await db
      .selectFrom('masters')
      .select(['facts', 'exif'])
      .where('sha256', '=', cutout?.master_sha256 ?? '')
      .executeTakeFirstOrThrow();
    expect(facts).toMatchObject({ rights: { creator: 'A. Person' }, color_profile: 'sP3C' });
    expect(exif).toBeNull();
    const picture = await openMaster(cutout?.master_sha256 ?? '');
    const inSrgb = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const { width, height } = inSrgb.info;
    const ring = (Math.round(height / 2 - height / 3.4) * width + Math.round(width / 2)) * 4;
    const [red = 0, green = 0, blue = 0] = inSrgb.data.subarray(ring, ring + 3);
    expect(Math.max(Math.abs(red - 0xc4), Math.abs(green - 0x3a), Math.abs(blue - 0x2b))).toBeLessThan(8);
  });
});

async function insertAssetVersionOf(photo: { assetId: string; sha256: string }, edits: object) {
  await db.transaction().execute((trx) =>
    insertAssetVersion(trx, {
      asset_id: photo.assetId,
      number: 2,
      kind: 'original',
      master_sha256: photo.sha256,
      edits: JSON.stringify(edits),
      source_hash: sourceHash(photo.sha256, edits),
    }),
  );
}

test('a worker whose lease expired while it cut commits nothing: the version is that of the one that took over', async () => {
  const photo = await addShot();
  await ask(photo.assetId);
  const first = await claimNext(db, 'cutout');
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slowStore = Object.assign(Object.create(store), {
    put: async (...call: Parameters<typeof store.put>) => {
      reached.resolve();
      await goOn.promise;
      return store.put(...call);
    },
  });
  const slowServices = { ...services, store: slowStore };
  onTestFinished(() => cutterOf(slowServices, 'jobs').close());
  const slow = handler.run(slowServices, first, never);
  await reached.promise;
  await expireLease(db, first.id);
  expect(await drain()).toMatchObject({ retried: 1, done: 1 });
  const versions = await versionsOf(photo.assetId);
  goOn.resolve();
  await expect(slow).rejects.toBeInstanceOf(LeaseLost);
  expect(await versionsOf(photo.assetId)).toEqual(versions);
  expect(versions).toHaveLength(2);
});

describe('a cut-out that fails for good', () => {
  const failuresOf = async (assetId: string) => (await listCutoutWork(services, editor, { assetId })).failed;

  it('says why, on record, and is made when it is asked for again and works', async () => {
    const photo = await portal.addPhoto(
      await sharp({ create: { width: 90, height: 60, channels: 3, background: '#2255aa' } })
        .png()
        .toBuffer(),
    );
    const answer = await ask(photo.assetId);
    expect(await drain()).toMatchObject({ dead: 1, retried: 0 });
    const [failure] = await failuresOf(photo.assetId);
    expect(failure).toMatchObject({ code: 'contract_unmet', made_how: { remover: { id: 'backdrop' } } });
    expect(failure?.message).toContain('Lower the tolerance');
    const jobId = answer.state === 'queued' ? answer.job_id : '';
    expect(await getJob(services, editor, jobId)).toMatchObject({
      state: 'dead',
      failure: { code: 'contract_unmet', message: failure?.message },
    });
    await expect(getJob(services, nobody, jobId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await versionsOf(photo.assetId)).toHaveLength(1);
    const again = await ask(photo.assetId);
    expect(again).toMatchObject({ state: 'queued' });
    expect(await failuresOf(photo.assetId)).toEqual([]);
    await drain();
  });

  it.each([
    [100, 'internal', /The remover failed: the model has no licence key/],
    [102, 'render_crashed', /ended its program/],
  ])('because its remover misbehaves (%i)', async (height, code, words) => {
    const photo = await addShot((shot) => shot.resize(150, height, { fit: 'fill' }).png());
    await ask(photo.assetId, { remover: 'odd' });
    await db.updateTable('jobs').set({ max_attempts: 1 }).execute();
    expect(await drain()).toMatchObject({ dead: 1 });
    const [failure] = await failuresOf(photo.assetId);
    expect(failure).toMatchObject({ code });
    expect(failure?.message).toMatch(words);
  });

  it('because its child hangs or hoards, which is killed and leaves nothing behind', async () => {
    const env = { ...services.env, CUTOUT_DEADLINE_MS: 2500, CUTOUT_MEMORY_MB: 400 };
    const held = { env, store: Object.create(store) };
    onTestFinished(() => cutterOf({ ...services, ...held }, 'jobs').close());
    const codes: Record<number, string> = {};
    for (const height of [101, 103]) {
      const photo = await addShot((shot) => shot.resize(150, height, { fit: 'fill' }).png());
      await ask(photo.assetId, { remover: 'odd' });
      await db.updateTable('jobs').set({ max_attempts: 1 }).execute();
      expect(await drain(held)).toMatchObject({ dead: 1 });
      codes[height] = (await failuresOf(photo.assetId))[0]?.message ?? '';
    }
    expect(codes[101]).toContain('took too long');
    expect(codes[103]).toContain('more memory');
    const room = path.resolve(services.env.projectRoot, services.env.DATA_DIR, 'tmp', 'cutout');
    const left = readdirSync(room).flatMap((folder) => readdirSync(path.join(room, folder)));
    expect(left).toEqual([]);
  });
});

test('a remover that is taken away before its turn has come is told of by name', async () => {
  const photo = await addShot();
  await ask(photo.assetId, { remover: 'dark' });
  const without = { env: { ...services.env, PLUGINS_DIR: 'no/such/folder' }, store: Object.create(store) };
  onTestFinished(() => cutterOf({ ...services, ...without }, 'jobs').close());
  expect(await drain(without)).toMatchObject({ dead: 1 });
  const { failed } = await listCutoutWork(services, editor, { assetId: photo.assetId });
  expect(failed[0]?.message).toContain('There is no remover “dark” here');
});

test('a remover that is installed beside the portal gives the alpha, and its licence goes into the record', async () => {
  const { photo: shot } = await studioShot({ width: 240, height: 162, paper: [244, 243, 240] });
  const photo = await portal.addPhoto(await shot.png().toBuffer());
  await ask(photo.assetId, { remover: 'dark' });
  expect(await drain()).toMatchObject({ done: 1 });
  const [, cutout] = await versionsOf(photo.assetId);
  expect(cutout?.made_how).toMatchObject({
    remover: { id: 'dark', label: 'Whatever is dark', licence: 'MIT', revision: '1.2.0' },
    parameters: { remover: 'dark', feather_px: 1 },
  });
  const { data, info } = await (await openMaster(cutout?.master_sha256 ?? ''))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bar = ((info.height / 2) * info.width + Math.round(info.width / 2)) * 4;
  expect(data[bar + 3]).toBe(255);
});
