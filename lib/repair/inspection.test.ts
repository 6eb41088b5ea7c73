import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDerivative } from '#lib/deliver/open-derivative.ts';
import { requestDerivative } from '#lib/deliver/request-derivative.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import {
  approve,
  derivePortal,
  handlers,
  jobFor,
  listKeys,
  type Photo,
  rowsOf,
} from '#test/derive-portal.ts';
import { claimNext, expireLease } from '#test/job-table.ts';
import { noisy } from '#test/pictures.ts';
import { insertCaller, insertMember, type Someone } from '#test/portal.ts';
import { codeOf } from '#test/uploads.ts';
import { inspectHandler } from './inspect-handler.ts';
import { requestRemake } from './request-remake.ts';
import { requeueFindings } from './requeue-findings.ts';
import { retireDerivative } from './retire-derivative.ts';
import { startInspection } from './start-inspection.ts';

const { services, admin, addPhoto } = await derivePortal();
const { db, store } = services;
const drain = () => drainJobs(services, handlers, { budgetMs: 20_000, random: () => 0 });
const partner = { audience: 'partner', policyVersion: 1 };

let shade = 0;
let photo: Photo;
let reader: Someone;

beforeEach(async () => {
  await clear();
  shade += 1;
  photo = await addPhoto(
    await noisy(120 + shade, 80)
      .png()
      .toBuffer(),
  );
  await approve(services, admin, photo, ['partner']);
  reader = await insertMember(services, 'partner');
  await enqueueJobs(db, [jobFor(photo, 'partner', 'campaign'), jobFor(photo, 'partner', 'thumb')]);
  expect(await drain()).toMatchObject({ done: 2 });
});

/** What an earlier test damaged is nothing to this one. */
async function clear(): Promise<void> {
  await db.deleteFrom('jobs').execute();
  await db.deleteFrom('derivative_remakes').execute();
  await db.deleteFrom('derivatives').execute();
  for (const key of await listKeys(services, 'derivatives/')) await store.delete(key);
}

async function fileOf(format: string) {
  const row = (await rowsOf(services, photo)).find((each) => each.format === format);
  if (!row) throw new Error(`no ${format}`);
  return row;
}

function keyOf(format: string) {
  return { source_hash: photo.sha256, audience: 'partner', policy_version: 1, format };
}

async function bytesOf(key: string): Promise<Buffer> {
  const answer = await store.get(key);
  if (answer.state !== 'found') throw new Error(`${key} is ${answer.state}`);
  return buffer(answer.body);
}

async function overwrite(key: string, body: Buffer): Promise<void> {
  await store.put(key, body, body.length, { contentType: 'application/octet-stream' });
}

/** What an inspection of the version finds about this test's photo. */
async function inspect(options: { allBytes?: boolean } = {}) {
  const { id } = await startInspection(services, admin, { ...partner, allBytes: true, ...options });
  await drain();
  const findings = await db
    .selectFrom('inspection_findings')
    .select(['kind', 'object_key', 'format', 'expected', 'found'])
    .where('inspection_id', '=', id)
    .where('object_key', 'like', `%${photo.sha256}%`)
    .orderBy('object_key')
    .execute();
  return { id, findings };
}

describe('an inspection', () => {
  it('finds nothing where nothing is wrong, and says how much it looked at', async () => {
    const { id, findings } = await inspect();
    expect(findings).toEqual([]);
    const done = await db
      .selectFrom('inspections')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(done).toMatchObject({ phase: 'done', failure: null });
    expect(done.rows_checked).toBe(done.rows_expected);
    expect(done.files_read).toBe(done.rows_expected);
    expect(done.objects_checked).toBeGreaterThanOrEqual(4);
    expect(done.finished_at).not.toBeNull();
  });

  it('names exactly the file of which one byte was flipped', async () => {
    const file = await fileOf('campaign');
    const bytes = await bytesOf(file.object_key);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await overwrite(file.object_key, bytes);
    const { findings } = await inspect();
    expect(findings).toMatchObject([
      { kind: 'hash_differs', object_key: file.object_key, expected: file.sha256 },
    ]);
  });

  it('names exactly the file that was deleted', async () => {
    const file = await fileOf('thumb');
    await store.delete(file.object_key);
    const { findings } = await inspect();
    expect(findings).toMatchObject([{ kind: 'object_missing', object_key: file.object_key }]);
  });

  it('names exactly the two files that were swapped', async () => {
    const files = [await fileOf('campaign'), await fileOf('thumb')] as const;
    const [first, second] = await Promise.all(files.map(({ object_key }) => bytesOf(object_key)));
    await overwrite(files[0].object_key, second as Buffer);
    await overwrite(files[1].object_key, first as Buffer);
    const { findings } = await inspect();
    expect(findings.map(({ object_key }) => object_key)).toEqual(
      files.map(({ object_key }) => object_key).sort(),
    );
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['size_differs']));
  });

  it('names a manifest that is gone, and one that says something else than the row', async () => {
    const [campaign, thumb] = [await fileOf('campaign'), await fileOf('thumb')];
    await store.delete(campaign.manifest_key);
    const said = JSON.parse((await bytesOf(thumb.manifest_key)).toString());
    await overwrite(thumb.manifest_key, Buffer.from(JSON.stringify({ ...said, policy_version: 7 })));
    const { findings } = await inspect();
    expect(findings.map(({ kind, format, found }) => [format, kind, found])).toEqual([
      ['campaign', 'manifest_missing', 'no object'],
      ['thumb', 'manifest_differs', 'policy_version: 7'],
    ]);
  });

  it('names what an attempt that lost left behind, and not what a live one is writing', async () => {
    const left = `derivatives/${photo.sha256}/partner/1/campaign/987654321/file.jpg`;
    await overwrite(left, Buffer.from('lost'));
    const other = await addPhoto(
      await noisy(300 + shade, 80)
        .png()
        .toBuffer(),
    );
    await enqueueJobs(db, [jobFor(other, 'partner', 'campaign')]);
    const live = await claimNext(db);
    await overwrite(`derivatives/${live.dedupKey}/${live.fence}/file.jpg`, Buffer.from('under way'));
    const { id } = await startInspection(services, admin, { ...partner, allBytes: false });
    await drain();
    const orphans = () =>
      db
        .selectFrom('inspection_findings')
        .select('object_key')
        .where('inspection_id', '=', id)
        .where('kind', '=', 'orphan')
        .where('object_key', 'like', '%/file.jpg')
        .execute();
    expect((await orphans()).map(({ object_key }) => object_key)).toContain(left);
    expect((await orphans()).some(({ object_key }) => object_key.includes(other.sha256))).toBe(false);
    await db.deleteFrom('jobs').where('id', '=', live.id).execute();
    await store.delete(left);
  });

  it('goes on where an attempt before it ended, and one that lost its lease stores nothing', async () => {
    const { id } = await startInspection(services, admin, { ...partner, allBytes: true });
    const first = await claimNext(db, 'inspect');
    await expireLease(db, first.id);
    const lost = inspectHandler.run(services, first, new AbortController().signal);
    await expect(lost).rejects.toBeInstanceOf(LeaseLost);
    const find = () =>
      db.selectFrom('inspections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect((await find()).rows_checked).toBe(0);
    await drain();
    const done = await find();
    expect(done).toMatchObject({ phase: 'done', rows_checked: done.rows_expected });
  });

  it('is started by those who repair, and by nobody else', async () => {
    const editor = await insertCaller(services, 'editor');
    expect(await codeOf(startInspection(services, editor, { ...partner, allBytes: false }))).toBe(
      'forbidden',
    );
  });
});

describe('a file that was found damaged', () => {
  async function damage(format: string) {
    const file = await fileOf(format);
    const bytes = await bytesOf(file.object_key);
    await overwrite(file.object_key, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]));
    return { file, bytes };
  }

  it('is made anew under its own name with the bytes that its link always gave, and no other file is touched', async () => {
    const { file, bytes } = await damage('campaign');
    const thumb = await fileOf('thumb');
    const { id } = await inspect();
    expect(await requeueFindings(services, admin, { inspectionId: id, ...partner })).toMatchObject({
      requeued: 1,
      refused: [],
    });
    // Nobody is given what is known to be wrong.
    expect(await codeOf(openDerivative(services, reader, keyOf('campaign')))).toBe('unavailable');
    expect(await drain()).toMatchObject({ done: 1 });
    const again = await fileOf('campaign');
    expect(again).toMatchObject({ sha256: file.sha256, retired_at: null, retired_why: null });
    expect(again.fence).toBeGreaterThan(file.fence);
    expect(again.object_key).not.toBe(file.object_key);
    expect(await bytesOf(again.object_key)).toEqual(bytes);
    expect(await fileOf('thumb')).toEqual(thumb);
    expect((await inspect()).findings.filter(({ kind }) => kind !== 'orphan')).toEqual([]);
    const { url } = await openDerivative(services, reader, keyOf('campaign'));
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
    const remakes = await db
      .selectFrom('derivative_remakes')
      .selectAll()
      .where('source_hash', '=', photo.sha256)
      .execute();
    expect(remakes).toMatchObject([{ outcome: 'same_bytes', replaced_fence: file.fence }]);
  });

  it('asked for twice is made anew once', async () => {
    await damage('campaign');
    const { id } = await inspect();
    const ask = () => requeueFindings(services, admin, { inspectionId: id });
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(asked.reduce((sum, { requeued }) => sum + requeued, 0)).toBe(1);
    await drain();
    expect(await ask()).toMatchObject({ requeued: 0 });
    expect(await rowsOf(services, photo)).toHaveLength(2);
  });

  it('is not published with other bytes unless somebody said that it may be', async () => {
    const { file } = await damage('campaign');
    // As an older renderer would have left it: what is made today differs from what the row has.
    await db
      .updateTable('derivatives')
      .set({ sha256: 'f'.repeat(64) })
      .where('object_key', '=', file.object_key)
      .execute();
    const { id } = await inspect();
    await requeueFindings(services, admin, { inspectionId: id });
    await drain();
    expect(await fileOf('campaign')).toMatchObject({
      sha256: 'f'.repeat(64),
      object_key: file.object_key,
      retired_why: 'lost',
    });
    expect(await codeOf(openDerivative(services, reader, keyOf('campaign')))).toBe('derivative_retired');
    const asked = { assetId: photo.assetId, audience: 'partner', format: 'campaign' };
    expect(await requestDerivative(services, reader, asked)).toMatchObject({
      state: 'failed',
      code: 'bytes_differ',
    });
    const refused = await auditOf('derivative.remake_refused');
    expect(refused).toMatchObject([
      {
        result: 'refused',
        code: 'bytes_differ',
        detail: { sha256: file.sha256, replaced: { sha256: 'f'.repeat(64) } },
      },
    ]);

    const accepted = { ...keyOf('campaign'), reason: 'It looks the same.', acceptsNewBytes: true };
    await requestRemake(services, admin, accepted);
    await drain();
    expect(await fileOf('campaign')).toMatchObject({ sha256: file.sha256, retired_why: null });
    expect(await auditOf('derivative.remade')).toMatchObject([{ code: 'new_bytes' }]);
    expect((await requestDerivative(services, reader, asked)).state).toBe('published');
  });

  it('is not made while its version is suspended, and is once the version is active again', async () => {
    await damage('campaign');
    const { id } = await inspect();
    await suspendPolicy(services, admin, { ...partner, fallback: null, reason: 'test' });
    const asked = await requeueFindings(services, admin, { inspectionId: id });
    expect(asked).toMatchObject({ requeued: 0, refused: [expect.stringContaining('is suspended')] });
    await activatePolicy(services, admin, { ...partner, expectedActive: 1, reason: 'again' });
    await drain();
    expect(await requeueFindings(services, admin, { inspectionId: id })).toMatchObject({ requeued: 1 });
  });
});

describe('a file that a person took out of use', () => {
  const reason = 'The photographer objects.';

  it('is given to nobody, keeps its manifest, and comes back only when it is made anew', async () => {
    const file = await fileOf('campaign');
    await retireDerivative(services, admin, { ...keyOf('campaign'), reason });
    expect(await codeOf(openDerivative(services, reader, keyOf('campaign')))).toBe('derivative_retired');
    const asked = { assetId: photo.assetId, audience: 'partner', format: 'campaign' };
    expect(await requestDerivative(services, reader, asked)).toMatchObject({
      state: 'failed',
      code: 'retired',
    });
    // Neither a plan nor a job that was asked for before brings it back.
    await enqueueJobs(db, [jobFor(photo, 'partner', 'campaign')]);
    expect(await drain()).toMatchObject({ duplicates: 1 });
    expect(await fileOf('campaign')).toMatchObject({ retired_why: 'by_hand', manifest: file.manifest });
    expect(await auditOf('derivative.retired')).toMatchObject([
      { detail: { reason, sha256: file.sha256, manifest: { sha256: file.sha256 } } },
    ]);

    await requestRemake(services, admin, {
      ...keyOf('campaign'),
      reason: 'Settled.',
      acceptsNewBytes: false,
    });
    expect(await drain()).toMatchObject({ done: 1 });
    expect(await fileOf('campaign')).toMatchObject({ retired_at: null, sha256: file.sha256 });
    expect((await requestDerivative(services, reader, asked)).state).toBe('published');
  });

  it('stays out of use where it was retired while it was being made anew', async () => {
    await requestRemake(services, admin, { ...keyOf('campaign'), reason: 'Again.', acceptsNewBytes: false });
    await retireDerivative(services, admin, { ...keyOf('campaign'), reason });
    await drain();
    expect(await fileOf('campaign')).toMatchObject({ retired_why: 'by_hand' });
  });
});

function auditOf(action: string) {
  return db
    .selectFrom('audit_log')
    .select(['result', 'code', 'detail'])
    .where('action', '=', action)
    .where('subject_id', 'like', `${photo.sha256}%`)
    .execute();
}
