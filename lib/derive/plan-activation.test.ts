import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { claimNext } from '#test/job-table.ts';
import { insertNamedProduct, openPortal } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { planActivation } from './plan-activation.ts';

/** Two whole batches and a rest. */
const photos = 1100;
const activated = { audience: 'partner', policy_version: 1 };

const { services } = await testServices();
const { db } = services;
const never = new AbortController().signal;

beforeAll(async () => {
  const { editor } = await openPortal(services);
  const product = await insertNamedProduct(services, editor);
  const numbered = sql`generate_series(1, ${photos}) n, lateral (select lpad(to_hex(n), 64, '0') as hash,
    ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id) named`;
  await sql`insert into masters (sha256, byte_size, media_type, extension, width, height, has_alpha, pages, facts,
      perceptual_hash, thumb_hash)
    select hash, 1, 'image/jpeg', 'jpg', 1, 1, false, 1, '{}', '', '' from ${numbered}`.execute(db);
  await sql`insert into assets (id, owner_id, product_id, idempotency_key, request_sha256, object_key, filename,
      declared_type, declared_bytes, status, landed_etag)
    select id, ${editor.id}::uuid, ${product}::uuid, hash, hash, hash, '', '', 1, 'READY', '' from ${numbered}`.execute(
    db,
  );
  await sql`insert into asset_versions (asset_id, number, kind, master_sha256, source_hash)
    select id, 1, 'original', hash, hash from ${numbered}`.execute(db);
  await sql`insert into approvals (id, asset_id, version, approved_by)
    select id, id, 1, ${editor.id}::uuid from ${numbered}`.execute(db);
  await sql`insert into approval_audiences (approval_id, audience)
    select id, 'partner' from ${numbered}`.execute(db);
});

async function claimPlanJob(dedupKey: string): Promise<ClaimedJob> {
  await enqueueJob(db, { queue: 'plan', dedupKey, payload: {} });
  return claimNext(db, 'plan');
}

async function countJobs(): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('queue', '=', 'derive')
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends before the batch of this number. */
function endsBefore(batch: number): AbortSignal {
  let begun = 0;
  const throwIfAborted = () => {
    begun += 1;
    if (begun === batch) throw new Error('the worker was ended');
  };
  return { throwIfAborted } as AbortSignal;
}

describe('the plan of an activation', () => {
  it('is not made by a worker whose lease is lost', async () => {
    const job = await claimPlanJob('lost');
    const overtaken = { ...job, fence: job.fence - 1 };
    await expect(planActivation(services, overtaken, activated, never)).rejects.toThrow(LeaseLost);
    expect(await countJobs()).toBe(0);
  });

  it('keeps what was planned before its worker ended, and makes the rest once', async () => {
    const job = await claimPlanJob('ended');
    await expect(planActivation(services, job, activated, endsBefore(2))).rejects.toThrow('was ended');
    expect(await countJobs()).toBe(2 * 500);
    const next = await claimPlanJob('next');
    const [made, again] = await Promise.all([
      planActivation(services, next, activated, never),
      planActivation(services, job, activated, never),
    ]);
    expect(made + again).toBe(2 * (photos - 500));
    expect(await countJobs()).toBe(2 * photos);
  });

  it('plans nothing for a version that is read no more', async () => {
    const job = await claimPlanJob('superseded');
    await db.deleteFrom('jobs').where('queue', '=', 'derive').execute();
    expect(await planActivation(services, job, { ...activated, policy_version: 2 }, never)).toBe(0);
    expect(await countJobs()).toBe(0);
  });
});
