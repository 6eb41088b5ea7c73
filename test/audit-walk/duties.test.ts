import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { duties } from '#lib/duties.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { countingDuty } from '#lib/observe/count-ledger.ts';
import { samplingDuty } from '#lib/observe/sample-queues.ts';
import { binAsset } from '#lib/review/bin-asset.ts';
import { createWebhook } from '#lib/webhooks/create-webhook.ts';
import { approve } from '#test/derive-portal.ts';
import { passDeadline } from '#test/job-table.ts';
import { publishFile } from '#test/portal.ts';
import { auditPortal, type Work } from './audit-portal.ts';
import { auditThings } from './audit-things.ts';

const portal = await auditPortal();
const { services, admin, editor, call } = portal;
const { db } = services;
const { photo, publishedPhoto, landed, audience } = auditThings(portal);

type Records = [string, ...string[]];

/** What there is for each duty to do, and what is on record after it. */
const works: Record<string, { prepare: () => Promise<unknown>; records: Records } | { because: string }> = {
  [samplingDuty.name]: { because: 'it counts what waits, for plots' },
  [countingDuty.name]: { because: 'it counts, for metrics' },
  'bury overdue jobs': {
    prepare: async () => passDeadline(db, (await enqueueJob(db, { queue: 'plan', payload: {} })).id),
    records: ['job.died'],
  },
  'look after waiting uploads': {
    prepare: async () => {
      const { asset_id } = await landed();
      await sql`update assets set created_at = created_at - interval '2 hours',
        upload_expires_at = upload_expires_at - interval '2 hours' where id = ${asset_id}`.execute(db);
    },
    records: ['asset.uploaded'],
  },
  'bring left events to their consumers': { because: 'it makes jobs of events whose cause is on record' },
  'trim the delivery log of webhooks': {
    prepare: async () => {
      const hook = { url: 'https://example.com/hooks', description: '', event_types: ['AssetReady'] };
      const { id } = await createWebhook(services, admin, hook);
      await sql`insert into webhook_attempts (webhook_id, event_id, event_type, attempt, at, duration_ms, status)
        values (${id}, ${randomUUID()}, 'AssetReady', 1, now() - interval '60 days', 1, 204)`.execute(db);
    },
    records: ['webhook.attempts_forgotten'],
  },
  'forget old answers': { because: 'answers are kept for those who ask again, and say nothing new' },
  'forget settled dead letters': {
    prepare: () =>
      sql`insert into dead_jobs (id, queue, priority, attempts, max_attempts, payload, last_error_category, last_error,
          created_at, died_at, dismissed_at)
        select ${randomUUID()}, 'plan', 0, 1, 1, '{}', 'internal', '', old, old, old
        from (select now() - interval '200 days' as old) then_`.execute(db),
    records: ['job.letters_forgotten'],
  },
  'clear spent landings': {
    prepare: async () => {
      const { asset_id, object_key } = await landed();
      await call('POST /api/uploads/complete', editor, { body: { key: object_key } });
      await sql`update assets set status = 'READY', settled_at = now(), upload_expires_at = now() - interval '1 hour'
        where id = ${asset_id}`.execute(db);
    },
    records: ['asset.landing_deleted'],
  },
  'make missing prints': { because: 'prints are derived from masters, and made anew at any time' },
  'end retention': {
    prepare: async () => {
      const slug = await audience(2);
      const made = await photo();
      await approve(services, editor, made, [slug]);
      // The file of the version that is given now: without it, the earlier one stands in.
      for (const version of [1, 2])
        await publishFile(services, {
          sourceHash: made.sha256,
          audience: slug,
          version,
          format: 'web-small',
        });
    },
    records: ['derivative.retired'],
  },
  'delete retired files': {
    prepare: async () => {
      const { sha256 } = await publishedPhoto();
      await sql`update derivatives set retired_at = now() - interval '1 day', retired_why = 'by_hand'
        where source_hash = ${sha256}`.execute(db);
    },
    records: ['derivative.objects_deleted'],
  },
  'empty the bin': {
    prepare: async () => {
      const { assetId } = await photo();
      await binAsset(services, editor, { assetId });
      await sql`update assets set binned_at = now() - interval '1 year' where id = ${assetId}`.execute(db);
    },
    records: ['asset.purged', 'master.removed'],
  },
  reconcile: { prepare: async () => undefined, records: ['reconciliation.started'] },
};

// Time that would have to pass: versions end at once, and the bin is emptied.
const later = { ...services, env: { ...services.env, RETENTION_DAYS: 0 } };

async function workOf(name: string): Promise<Work> {
  const work = works[name];
  if (!work) throw new Error(`nothing is said of the duty ${name}`);
  const act = () => duties.find((duty) => duty.name === name)?.run(later, AbortSignal.timeout(30_000));
  if ('because' in work) return { because: work.because, act: async () => act() };
  await work.prepare();
  return { records: work.records, act: async () => act() };
}

describe('the audit log holds what each duty does', () => {
  it('and each duty says what that is', () => {
    expect(Object.keys(works).sort()).toEqual(duties.map(({ name }) => name).sort());
  });

  it.each(duties.map(({ name }) => name))('%s', async (name) => {
    const work = await workOf(name);
    const { actions, unaudited } = await portal.watch(async () => work.act?.());
    expect(actions).toEqual(expect.arrayContaining('records' in work ? work.records : []));
    if ('because' in work) expect(actions).toEqual([]);
    expect(unaudited).toEqual([]);
  });
});
