import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { publishEvent } from '#lib/events/publish-event.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob, enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { type Queue, queueNames } from '#lib/jobs/queues.ts';
import { startInspection } from '#lib/repair/start-inspection.ts';
import { createWebhook } from '#lib/webhooks/create-webhook.ts';
import { approve, jobFor } from '#test/derive-portal.ts';
import { auditPortal, type Work } from './audit-portal.ts';
import { auditThings } from './audit-things.ts';

const portal = await auditPortal();
const { admin, editor, call } = portal;
const services = { ...portal.services, env: { ...portal.services.env, WEBHOOK_ALLOW_PRIVATE: true } };
const { photo, landed } = auditThings(portal);

const gone = http.createServer((_request, response) => response.writeHead(410).end());
await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
afterAll(() => gone.close());
const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/hooks`;

const workOn = (queue: Queue) => () =>
  drainJobs(services, jobHandlers, { budgetMs: 30_000, random: () => 0, queues: [queue] });

/** What a job of each queue does when all goes well, or what is special to it. */
const works: Record<Queue, () => Promise<Work>> = {
  ingest: async () => {
    const { object_key } = await landed();
    await call('POST /api/uploads/complete', editor, { body: { key: object_key } });
    return { records: ['asset.ready'], act: workOn('ingest') };
  },
  plan: async () => {
    const { assetId } = await photo();
    await call('PUT /api/assets/[id]/approval', editor, { params: { id: assetId }, body: { version: 1 } });
    return { because: 'it makes jobs of an approval that is on record', act: workOn('plan') };
  },
  derive: async () => {
    const made = await photo();
    await approve(services, editor, made, ['partner']);
    await enqueueJobs(services.db, [jobFor(made, 'partner', 'campaign')]);
    return { records: ['derivative.published'], act: workOn('derive') };
  },
  cutout: async () => {
    const { assetId } = await portal.addShot();
    await portal.ask(assetId);
    return { records: ['asset.cutout_made'], act: workOn('cutout') };
  },
  webhook: async () => {
    const { assetId } = await photo();
    await createWebhook(services, admin, { url, description: '', event_types: ['AssetReady'] });
    await services.db.transaction().execute((trx) =>
      publishEvent(services, trx, {
        eventId: crypto.randomUUID(),
        type: 'AssetReady',
        key: assetId,
        payload: { asset_id: assetId, version: 1, source_hash: 'a'.repeat(64) },
        caller: admin,
      }),
    );
    return { records: ['webhook.disabled'], act: workOn('webhook') };
  },
  message: async () => {
    await enqueueJob(services.db, { queue: 'message', payload: { value: 'no base64' } });
    return { records: ['job.died'], act: workOn('message') };
  },
  inspect: async () => {
    await startInspection(services, admin, { allBytes: false });
    return { records: ['inspection.finished'], act: workOn('inspect') };
  },
};

describe('the audit log holds what the jobs of each queue do', () => {
  it('and each queue says what that is', () => {
    expect(Object.keys(works).sort()).toEqual([...queueNames].sort());
  });

  it.each(queueNames)('%s', async (queue) => {
    await services.db.deleteFrom('jobs').execute();
    const work = await works[queue]();
    const { actions, unaudited } = await portal.watch(async () => work.act?.());
    expect(actions).toEqual(expect.arrayContaining('records' in work ? work.records : []));
    if ('because' in work) expect(actions).toEqual([]);
    expect(unaudited).toEqual([]);
  });
});
