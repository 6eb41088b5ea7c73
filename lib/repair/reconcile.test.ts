import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { derivePortal, handlers, jobFor, rowsOf } from '#test/derive-portal.ts';
import { noisy } from '#test/pictures.ts';
import { getLastReconciliation } from './get-last-reconciliation.ts';
import { readReconciliation } from './read-reconciliation.ts';
import { startReconciliation } from './start-reconciliation.ts';

const { services, admin, addPhoto } = await derivePortal();
const { db, store } = services;
// Grace moves with the clock that the sweep reads; no object of this file is older than a minute.
const later = { ...services, env: { ...services.env, ORPHAN_GRACE_MINUTES: -1 } };
const drain = (scope = later) => drainJobs(scope, handlers, { budgetMs: 20_000, random: () => 0 });

async function put(key: string): Promise<string> {
  await store.put(key, Buffer.from('x'), 1, { contentType: 'image/jpeg' });
  return key;
}

async function run(dryRun: boolean, scope = later) {
  const { id } = await startReconciliation(services, admin, { dryRun });
  await drain(scope);
  const { acts, finished_at, failure } = await readReconciliation(services, admin, id);
  expect({ failure, isFinished: finished_at !== null }).toEqual({ failure: null, isFinished: true });
  return acts.map(({ act, kind, subject }) => [act, kind, subject]);
}

describe('a reconciliation', () => {
  it('sweeps what nothing names, has what is damaged made anew, and touches no master; a dry run only says so', async () => {
    const photo = await addPhoto(await noisy(150, 90).png().toBuffer());
    await enqueueJob(db, jobFor(photo, 'partner', 'campaign'));
    await drain(services);
    const [file] = await rowsOf(services, photo);
    const left = await put(`derivatives/${photo.sha256}/partner/1/campaign/987654/file.jpg`);
    const landing = await put(`assets/${randomUUID()}/original.jpg`);
    const master = await put(objectKeys.master('e'.repeat(64)));
    const known = await put(`assets/${photo.assetId}/thumb.jpg`);
    const wanted = [
      ['delete', 'landing', landing],
      ['delete', 'orphan', left],
    ];
    // Too young, an object may still be on its way to a row.
    expect(await run(true, services)).toEqual([]);
    expect(await getLastReconciliation(services, admin)).toMatchObject({ dryRun: true, acts: [] });
    expect(await run(true)).toEqual(wanted);
    expect(await getLastReconciliation(services, admin)).toMatchObject({
      dryRun: true,
      failure: null,
      acts: [
        { kind: 'landing', act: 'delete', times: 1 },
        { kind: 'orphan', act: 'delete', times: 1 },
      ],
    });
    expect(await store.head(left)).toBeDefined();

    await store.delete(file?.object_key ?? '');
    expect(await run(false)).toEqual(wanted);
    expect(await store.head(left)).toBeUndefined();
    expect(await store.head(landing)).toBeUndefined();
    expect(await store.head(master)).toBeDefined();
    expect(await store.head(known)).toBeDefined();
    const [again] = await rowsOf(services, photo);
    expect(again).toMatchObject({ sha256: file?.sha256, retired_at: null });
    expect(await store.head(again?.object_key ?? '')).toBeDefined();
    const audited = await db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', 'reconciliation.acted')
      .orderBy('subject_id')
      .execute();
    expect(audited.map(({ subject_id }) => subject_id)).toEqual([landing, left].sort());
  });
});
