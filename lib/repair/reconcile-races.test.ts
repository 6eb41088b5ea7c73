import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { decodeInChild } from '#lib/ingest/decode-in-child.ts';
import { storeMaster } from '#lib/ingest/store-master.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { allOf } from '#test/all-of.ts';
import { derivePortal, handlers, jobFor, listKeys, rowsOf } from '#test/derive-portal.ts';
import { expireLease } from '#test/job-table.ts';
import { noisy } from '#test/pictures.ts';
import { hashOf } from '#test/portal.ts';
import { getReconciliation, readActs } from './read-reconciliation.ts';
import { startReconciliation } from './start-reconciliation.ts';

const { services, admin, addPhoto } = await derivePortal();
const { db, store, env } = services;
const later = { ...services, env: { ...env, ORPHAN_GRACE_MINUTES: -1 } };
const actsOf = (id: string) => allOf(readActs(services, admin, id));
const drain = (scope: Services) => drainJobs(scope, handlers, { budgetMs: 60_000, random: () => 0 });

async function run(scope: Services = later) {
  const { id } = await startReconciliation(services, admin, { dryRun: false });
  await drainJobs(scope, handlers, { budgetMs: 60_000, random: () => 0, queues: ['inspect'] });
  const { failure, finished_at } = await getReconciliation(services, admin, id);
  expect({ failure, isFinished: finished_at !== null }).toEqual({ failure: null, isFinished: true });
  return (await actsOf(id)).map(({ act, kind, subject }) => [act, kind, subject]);
}

/** A worker process of its own; resolves with the signal that ended it. */
function runReconcilerThatDies(nth: number, moment: string): Promise<NodeJS.Signals | null> {
  const settings = Object.entries(env).filter(([name]) => name !== 'projectRoot');
  const environment = Object.fromEntries(settings.map(([name, value]) => [name, String(value)]));
  const worker = spawn(process.execPath, ['test/processes/reconciler-that-dies.ts', String(nth), moment], {
    env: { ...process.env, ...environment } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => worker.once('exit', (_code, signal) => resolve(signal)));
}

async function plantLandings(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => objectKeys.landing(randomUUID(), 'jpg')).sort();
  for (let first = 0; first < count; first += 50)
    await Promise.all(
      keys
        .slice(first, first + 50)
        .map((key) => store.put(key, Buffer.from('x'), 1, { contentType: 'image/jpeg' })),
    );
  return keys;
}

describe('a reconciliation that is killed', () => {
  it.each(['before', 'after'])(
    '(%s a deletion) never says that it did what it did not, and goes on from the page where it was',
    async (moment) => {
      const keys = await plantLandings(1020);
      const { id } = await startReconciliation(services, admin, { dryRun: false });
      expect(await runReconcilerThatDies(1010, moment)).toBe('SIGKILL');

      const cut = await getReconciliation(services, admin, id);
      const cutActs = await actsOf(id);
      expect(cut).toMatchObject({ step: 'uploads', finished_at: null });
      expect(cut.position).toBe(keys[999]);
      const gone = new Set(keys);
      for (const key of await listKeys(services, 'assets/')) gone.delete(key);
      const said = cutActs.filter(({ done_at }) => done_at !== null).map(({ subject }) => subject);
      // What it says was done, was; what was begun may have been.
      expect(said).toHaveLength(1000);
      for (const key of said) expect(gone.has(key)).toBe(true);
      const begun = cutActs.map(({ subject }) => subject);
      for (const key of gone) expect(begun).toContain(key);
      expect(gone.size).toBe(moment === 'after' ? 1010 : 1009);

      const job = await db
        .selectFrom('jobs')
        .select('id')
        .where('dedup_key', '=', id)
        .executeTakeFirstOrThrow();
      await expireLease(db, job.id);
      await drain(later);
      expect(await getReconciliation(services, admin, id)).toMatchObject({ failure: null });
      const whole = await actsOf(id);
      expect(whole.map(({ subject }) => subject).sort()).toEqual(keys);
      expect(whole.every(({ done_at }) => done_at !== null)).toBe(true);
      expect(await listKeys(services, 'assets/')).toEqual([]);
      const audited = await db
        .selectFrom('audit_log')
        .select('subject_id')
        .where('action', '=', 'reconciliation.acted')
        .where('subject_id', 'in', keys)
        .execute();
      expect(audited.map(({ subject_id }) => subject_id).sort()).toEqual(keys);
      expect(await run()).toEqual([]);
    },
  );
});

describe('a reconciliation beside others at work', () => {
  it('takes nothing that a derivative under way has written and not published', async () => {
    const photo = await addPhoto(await noisy(150, 91).png().toBuffer());
    await enqueueJob(db, jobFor(photo, 'partner', 'campaign'));
    const acts: unknown[] = [];
    const put: typeof store.put = async (key, ...rest) => {
      const answer = await store.put(key, ...rest);
      if (key.endsWith('manifest.json')) acts.push(...(await run()));
      return answer;
    };
    await drain({ ...services, store: { ...store, put } });
    expect(acts).toEqual([]);
    const [file] = await rowsOf(services, photo);
    expect(await store.head(file?.object_key ?? '')).toBeDefined();
    expect(await store.head(file?.manifest_key ?? '')).toBeDefined();
  });

  it('takes no master that an ingest relies on: whichever comes first, row and object are both there', async () => {
    const bytes = await noisy(160, 92).png().toBuffer();
    const sha256 = hashOf(bytes);
    const key = objectKeys.master(sha256);
    await store.put(key, bytes, bytes.length, { contentType: 'image/png' });
    let ingest: Promise<unknown> | undefined;
    const remove: typeof store.delete = async (victim) => {
      if (victim === key) {
        // It has seen the object and put nothing; now it waits for the lock under which the object goes.
        ingest ??= keep(bytes, sha256);
        await waiterOfLock();
      }
      await store.delete(victim);
    };
    expect(await run({ ...later, store: { ...store, delete: remove } })).toEqual([
      ['delete', 'unnamed_master', key],
    ]);
    expect(await ingest).toBe('kept');
    expect((await store.head(key))?.bytes).toBe(bytes.length);
    expect(await run()).toEqual([]);
  });

  it('leaves a master alone that was named since the listing', async () => {
    const bytes = await noisy(161, 92).png().toBuffer();
    const sha256 = hashOf(bytes);
    const key = objectKeys.master(sha256);
    await store.put(key, bytes, bytes.length, { contentType: 'image/png' });
    async function* list(...asked: Parameters<typeof store.list>) {
      yield* store.list(...asked);
      if (asked[0] === 'masters/') await keep(bytes, sha256);
    }
    expect(await run({ ...later, store: { ...store, list } })).toEqual([]);
    expect(await store.head(key)).toBeDefined();
  });
});

/** As ingest keeps a picture that passed its decoder. */
async function keep(bytes: Buffer, sha256: string) {
  const folder = await mkdtemp(`${env.DATA_DIR}/keep-`);
  const path = `${folder}/picture.png`;
  await writeFile(path, bytes);
  const decoding = await decodeInChild(env, path, { signal: AbortSignal.timeout(30_000), attempt: 1 });
  if (decoding.state === 'refused') throw new Error(decoding.detail);
  const spooled = { path, sha256, bytes: bytes.length };
  return storeMaster(services, { spooled, picture: decoding.picture } as never, async () => 'kept');
}

/** Resolves once somebody waits for an advisory lock. */
async function waiterOfLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db);
    if (rows.length > 0) return;
  }
}
