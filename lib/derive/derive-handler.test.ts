import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { requeueDead } from '#lib/jobs/requeue-dead.ts';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import { findTraceKey } from '#lib/policy/trace-key.ts';
import type { Services } from '#lib/services.ts';
import { type ObjectStore, StoreUnavailable } from '#lib/storage/object-store.ts';
import { derivePortal, handlers, jobFor, listKeys, type Photo, rowsOf } from '#test/derive-portal.ts';
import { claimNext, expireLease, findDeadJob } from '#test/job-table.ts';
import { flat, noisy } from '#test/pictures.ts';
import { deriveHandler } from './derive-handler.ts';
import { rendererOf } from './renderer.ts';

const { services, admin, addPhoto } = await derivePortal();
const { db, store } = services;
const drain = (settings: Partial<Services> = {}) =>
  drainJobs({ ...services, ...settings }, handlers, { budgetMs: 20_000, random: () => 0 });
const never = new AbortController().signal;

let shade = 0;
function newPhoto(): Promise<Photo> {
  shade += 1;
  return noisy(120 + shade, 80)
    .png()
    .toBuffer()
    .then(addPhoto);
}

async function bodyOf(key: string): Promise<Buffer> {
  const answer = await store.get(key);
  if (answer.state !== 'found') throw new Error(`${key} is ${answer.state}`);
  return buffer(answer.body);
}

describe('a derivative', () => {
  it('is made from the master, never from another derivative, whatever is published already', async () => {
    const photo = await newPhoto();
    await enqueueJob(db, jobFor(photo, 'partner', 'campaign'));
    await drain();
    const read: string[] = [];
    const watched = new Proxy(store, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (name !== 'get') return typeof member === 'function' ? member.bind(target) : member;
        return (key: string, ...rest: unknown[]) => {
          read.push(key);
          return Reflect.apply(member, target, [key, ...rest]);
        };
      },
    });
    const fresh = { ...services, store: watched };
    await enqueueJob(db, jobFor(photo, 'partner', 'thumb', { fit: 'cover', max_width: 60, max_height: 60 }));
    expect(await drainJobs(fresh, handlers, { budgetMs: 20_000 })).toMatchObject({ done: 1 });
    await rendererOf(fresh, 'jobs').close();
    expect(read).toEqual([`masters/${photo.sha256}`]);
  });

  it('is a verified file, its manifest and a row that names both, published in one go', async () => {
    const photo = await newPhoto();
    const { id } = await enqueueJob(db, jobFor(photo, 'partner', 'campaign'));
    expect(await drain()).toMatchObject({ done: 1, dead: 0 });
    const [row] = await rowsOf(services, photo);
    const file = await bodyOf(row?.object_key ?? '');
    expect(createHash('sha256').update(file).digest('hex')).toBe(row?.sha256);
    expect(file.length).toBe(row?.byte_size);
    const manifest = JSON.parse((await bodyOf(row?.manifest_key ?? '')).toString());
    expect(manifest).toEqual(row?.manifest);
    expect(manifest).toMatchObject({
      sha256: row?.sha256,
      master_hash: photo.sha256,
      policy_version: 1,
      made_by: { job_id: id },
    });
    expect(manifest.decision[0]).toContain(
      'carries the text mark “Partner preview” because partner policy version 1',
    );
    expect(row?.media_type).toBe('image/jpeg');
    expect(row?.work_ms).toBeGreaterThan(0);
    const events = await db.selectFrom('outbox_events').selectAll().where('key', '=', photo.sha256).execute();
    expect(events).toMatchObject([{ type: 'DerivativePublished', causation_id: row?.job_id }]);
  });

  it('carries its own name where its contract says so', async () => {
    const photo = await newPhoto();
    await enqueueJob(db, jobFor(photo, 'partner', 'campaign', { metadata: 'traceable' }));
    expect(await drain()).toMatchObject({ done: 1 });
    const [row] = await rowsOf(services, photo);
    const { xmp } = await sharp(await bodyOf(row?.object_key ?? '')).metadata();
    expect(findTraceKey(xmp?.toString('utf8') ?? '')).toBe(`${photo.sha256}/partner/1/campaign`);
  });

  it('that shows a part of its master alone leaves the print of that part, one for all that show it', async () => {
    const photo = await newPhoto();
    const square = { fit: 'cover' as const, max_width: 64, max_height: 64 };
    await enqueueJob(db, jobFor(photo, 'partner', 'campaign', square));
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb', square));
    await enqueueJob(db, jobFor(photo, 'teacher', 'web-small'));
    expect(await drain()).toMatchObject({ done: 3 });
    const prints = await db
      .selectFrom('picture_prints')
      .select('shown')
      .where('master_sha256', '=', photo.sha256)
      .execute();
    expect(prints).toHaveLength(1);
    expect(prints[0]?.shown).toMatch(/^0\.\d+,0,0\.\d+,1$/);
  });

  it('asked for twice, one after the other, is one row and one object, and the second job is a duplicate', async () => {
    const photo = await newPhoto();
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb'));
    expect(await drain()).toMatchObject({ done: 1, duplicates: 0 });
    const before = await listKeys(services, `derivatives/${photo.sha256}/`);
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb'));
    expect(await drain()).toMatchObject({ done: 0, duplicates: 1 });
    expect(await listKeys(services, `derivatives/${photo.sha256}/`)).toEqual(before);
    expect(await rowsOf(services, photo)).toHaveLength(1);
  });

  it('stays what it was when only a title is edited', async () => {
    const photo = await newPhoto();
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb'));
    await drain();
    await db.updateTable('assets').set({ title: 'New' }).where('id', '=', photo.assetId).execute();
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb'));
    expect(await drain()).toMatchObject({ duplicates: 1 });
  });
});

describe('a worker whose lease expired while it still runs', () => {
  it('commits nothing: the row is that of the worker that took over', async () => {
    const photo = await newPhoto();
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb'));
    const first = await claimNext(db);
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slowStore = storeWith({
      put: async (...call: Parameters<typeof store.put>) => {
        reached.resolve();
        await goOn.promise;
        return await store.put(...call);
      },
    });
    const slow = deriveHandler.run({ ...services, store: slowStore }, first, never);
    await reached.promise;
    await expireLease(db, first.id);
    expect(await drain()).toMatchObject({ retried: 1, done: 1 });
    const [published] = await rowsOf(services, photo);
    goOn.resolve();
    await expect(slow).rejects.toBeInstanceOf(LeaseLost);
    expect(await rowsOf(services, photo)).toEqual([published]);
    expect(published?.fence).toBeGreaterThan(first.fence);
    expect(published?.object_key).toContain(`/${published?.fence}/`);
  });
});

describe('a render past its deadline', () => {
  it('publishes nothing, and its child is dead', async () => {
    const photo = await noisy(2500, 2000).png().toBuffer().then(addPhoto);
    const hungry = {
      media_type: 'image/avif' as const,
      compression: { effort: 9 },
      max_width: 2500,
      max_height: 2500,
    };
    await enqueueJob(db, jobFor(photo, 'teacher', 'print', { ...hungry, alpha: 'allowed' }));
    const job = await claimNext(db);
    const hurried = { ...services, env: { ...services.env, RENDER_DEADLINE_MS: 1500 } };
    await expect(deriveHandler.run(hurried, job, never)).rejects.toMatchObject({
      category: 'render_timeout',
    });
    await expect.poll(renderChildren).toEqual([]);
    expect(await rowsOf(services, photo)).toEqual([]);
    expect(await listKeys(services, `derivatives/${photo.sha256}/`)).toEqual([]);
    await db.deleteFrom('jobs').where('id', '=', job.id).execute();
  });
});

describe('a render that fails for good', () => {
  it('is remembered with a public sentence, and forgotten when it succeeds after all', async () => {
    const photo = await newPhoto();
    const impossible = jobFor(photo, 'public', 'catalog', { max_bytes: 1000, min_width: 100 });
    const { id } = await enqueueJob(db, impossible);
    expect(await drain()).toMatchObject({ dead: 1, retried: 0 });
    expect(await findDeadJob(db, id)).toMatchObject({ last_error_category: 'contract_unmet' });
    const failures = () =>
      db.selectFrom('derivative_failures').selectAll().where('source_hash', '=', photo.sha256).execute();
    expect(await failures()).toMatchObject([{ code: 'contract_unmet', job_id: id }]);
    expect((await failures())[0]?.message).toContain('may have 1,000 bytes');
    await enqueueJob(db, jobFor(photo, 'public', 'catalog'));
    expect(await drain()).toMatchObject({ done: 1 });
    expect(await failures()).toEqual([]);
  });

  it('is forgotten with the requeue of its dead letter, and tried again', async () => {
    const photo = await newPhoto();
    const { id } = await enqueueJob(
      db,
      jobFor(photo, 'public', 'catalog', { max_bytes: 1000, min_width: 100 }),
    );
    await drain();
    const failures = () =>
      db.selectFrom('derivative_failures').select('code').where('source_hash', '=', photo.sha256).execute();
    expect(await failures()).toHaveLength(1);
    expect(await requeueDead(services, handlers, admin, { ids: [id] })).toMatchObject({ settled: 1 });
    expect(await failures()).toEqual([]);
    expect(await drain()).toMatchObject({ claimed: 1, dead: 1 });
    expect(await failures()).toEqual([{ code: 'contract_unmet' }]);
    expect(await findDeadJob(db, id)).toMatchObject({ requeues: 1, requeued_at: null });
  });

  it('is not retried where the master cannot be decoded', async () => {
    const photo = await addPhoto(Buffer.from('no picture at all'));
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb'));
    expect(await drain()).toMatchObject({ dead: 1, retried: 0 });
  });

  it('is not remembered where only its deadline passed', async () => {
    const photo = await newPhoto();
    await enqueueJob(db, { ...jobFor(photo, 'teacher', 'thumb'), deadlineMs: -1 });
    expect(await drain()).toMatchObject({ dead: 1 });
    expect(
      await db
        .selectFrom('derivative_failures')
        .selectAll()
        .where('source_hash', '=', photo.sha256)
        .execute(),
    ).toEqual([]);
  });
});

describe('a store that is away', () => {
  it('makes the job wait for another attempt', async () => {
    const photo = await flat(60 + shade, 40, '#ff0000')
      .png()
      .toBuffer()
      .then(addPhoto);
    await enqueueJob(db, jobFor(photo, 'teacher', 'thumb'));
    const job = await claimNext(db);
    const away = storeWith({ put: () => Promise.reject(new StoreUnavailable('PutObject', undefined)) });
    await expect(deriveHandler.run({ ...services, store: away }, job, never)).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    await expireLease(db, job.id);
    expect(await drain()).toMatchObject({ retried: 1, done: 1 });
  });
});

describe('a suspended policy version', () => {
  it('gets no new files: its jobs end without one', async () => {
    const photo = await newPhoto();
    await enqueueJob(db, jobFor(photo, 'internal', 'review'));
    await suspendPolicy(services, admin, {
      audience: 'internal',
      policyVersion: 1,
      fallback: null,
      reason: 'test',
    });
    expect(await drain()).toMatchObject({ done: 1, dead: 0 });
    expect(await rowsOf(services, photo)).toEqual([]);
    expect(
      await db
        .selectFrom('derivative_failures')
        .selectAll()
        .where('source_hash', '=', photo.sha256)
        .execute(),
    ).toEqual([]);
  });
});

/** The store with another way to write, and a renderer of its own, which ends with the test. */
function storeWith(changes: Partial<ObjectStore>): ObjectStore {
  const changed = Object.assign(Object.create(store), changes) as ObjectStore;
  onTestFinished(() => rendererOf({ ...services, store: changed }, 'jobs').close());
  return changed;
}

/** Process ids of this process's render children, from the kernel's own list. */
function renderChildren(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return Number(parent) === process.pid && command.includes('render-child');
      } catch {
        return false;
      }
    });
}
