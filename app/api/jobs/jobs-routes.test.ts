import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import type { Services } from '#lib/services.ts';
import { findDeadJob, makeDue } from '#test/job-table.ts';
import { insertToken } from '#test/people.ts';
import { insertMember, insertNamedProduct, insertReadyAsset, openPortal, publishFile } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import * as job from './[id]/route.ts';
import * as run from './run/route.ts';

const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
const { services } = await testServices();
const { db, env } = services;
let portal: Awaited<ReturnType<typeof openPortal>>;
let editorToken: string;

beforeAll(async () => {
  holder.__blazonServices = services;
  portal = await openPortal(services);
  editorToken = (await insertToken(db, portal.editor.id)).token;
});
afterAll(() => {
  holder.__blazonServices = undefined;
});

function ask(id: string, token?: string): Promise<Response> {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const request = new Request(`http://localhost:3000/api/jobs/${id}`, headers ? { headers } : {});
  return job.GET(request, { params: Promise.resolve({ id }) });
}

function drain(token?: string): Promise<Response> {
  const request = new Request('http://localhost:3000/api/jobs/run', {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return run.POST(request, { params: Promise.resolve({}) });
}

describe('POST /api/jobs/run', () => {
  test('is for the holder of JOBS_SECRET alone', async () => {
    expect((await drain()).status).toBe(401);
    expect((await drain(editorToken)).status).toBe(403);
    expect((await drain(env.EVENTS_SECRET)).status).toBe(403);
  });

  test('says what it did', async () => {
    // What comes round by the clock is due in a database of today, and starts work of its own.
    await drain(env.JOBS_SECRET);
    await enqueueJob(db, { queue: 'derive', payload: { no: 'derive job' } });
    const response = await drain(env.JOBS_SECRET);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ claimed: 1, done: 0, retried: 0, dead: 1, duplicates: 0 });
    const empty = await drain(env.JOBS_SECRET);
    expect(await empty.json()).toEqual({ claimed: 0, done: 0, retried: 0, dead: 0, duplicates: 0 });
  });

  test('plans what an approval promised, without any worker', async () => {
    const productId = await insertNamedProduct(services, portal.editor);
    const { assetId } = await insertReadyAsset(services, portal.editor, { productId });
    await approveVersion(services, portal.editor, { assetId, version: 1, audiences: ['teacher'] });
    // The master's bytes are not in the store, so the planned jobs fail: they are there all the same.
    const { claimed } = await (await drain(env.JOBS_SECRET)).json();
    expect(claimed).toBeGreaterThan(1);
    const planned = await db
      .selectFrom('outbox_events')
      .select('type')
      .where('type', '=', 'AssetApproved')
      .execute();
    expect(planned).toHaveLength(1);
    await db.deleteFrom('jobs').execute();
  });
});

describe('GET /api/jobs/{id}', () => {
  test('404 for a job that does not exist, and the same for one that the caller may not know', async () => {
    const { id } = await enqueueJob(db, { queue: 'ingest', payload: {} });
    const unknown = await ask(randomUUID());
    const hidden = await ask(id);
    expect([unknown.status, hidden.status, (await ask('no id')).status]).toEqual([404, 404, 404]);
    const bodies = [await unknown.json(), await hidden.json()].map(({ request_id: _id, ...body }) => body);
    expect(bodies[0]).toEqual(bodies[1]);
    await db.deleteFrom('jobs').execute();
  });

  test('200 with the state, and when to ask again, while it is under way', async () => {
    const { id } = await enqueueJob(db, { queue: 'derive', payload: {} });
    const response = await ask(id, editorToken);
    expect(await response.json()).toEqual({ id, state: 'ready', queue: 'derive', attempts: 0 });
    expect(response.headers.get('retry-after')).toBe('1');
  });

  test('200 with a sentence and no inner text, once it is dead', async () => {
    const { id } = await enqueueJob(db, { queue: 'derive', payload: { no: 'derive job' } });
    await makeDue(db, id);
    await drain(env.JOBS_SECRET);
    const dead = await findDeadJob(db, id);
    const body = await (await ask(id, editorToken)).json();
    expect(body).toMatchObject({ id, state: 'dead', attempts: 1, failure: { code: 'internal' } });
    expect(body.failure.message).not.toBe(dead?.last_error);
  });

  test('200 with paths of the portal to the file and its manifest, once it is done', async () => {
    const productId = await insertNamedProduct(services, portal.editor);
    const { assetId, sourceHash } = await insertReadyAsset(services, portal.editor, { productId });
    await approveVersion(services, portal.editor, { assetId, version: 1, audiences: ['teacher'] });
    await publishFile(services, { sourceHash, audience: 'teacher', format: 'thumb' });
    const { job_id: id } = await db.selectFrom('derivatives').select('job_id').executeTakeFirstOrThrow();
    const { token } = await insertToken(db, (await insertMember(services, 'teacher')).id);
    const path = `/api/derivatives/${sourceHash}/teacher/1/thumb`;
    expect(await (await ask(id, token)).json()).toMatchObject({
      id,
      state: 'done',
      result: { url: `${path}?asset=${assetId}`, manifest_url: `${path}/manifest` },
    });
    expect((await ask(id)).status).toBe(404);
  });
});
