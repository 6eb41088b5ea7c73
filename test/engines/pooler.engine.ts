import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { connectDatabase } from '#db/client.ts';
import { parseEnv } from '#lib/env.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { relayEvents } from '#lib/events/relay-events.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { enqueueJobs } from '#lib/jobs/enqueue-jobs.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { IngestRig } from '#test/ingest-rig.ts';
import { drawPhoto } from '#test/uploads.ts';
import { handledBy } from '../all-queues.ts';
import { eventually } from './kafka-rig.ts';
import { withEngines } from './with-engines.ts';

withEngines(
  ['pooler'],
  'behind a pooler that gives out connections by the transaction',
  async ({ pooler }) => {
    const rig = await IngestRig.open();
    const url = new URL(rig.services.env.DATABASE_URL);
    url.port = pooler;
    const env = { ...parseEnv({ ...asText(rig.services.env), DATABASE_URL: url.href }), JOB_LEASE_MS: 5000 };
    const db = connectDatabase(url.href, { max: 20 });
    afterAll(() => db.destroy());
    const services = { ...rig.services, env, db };

    it('a photo is ingested, and its events reach their consumers', async () => {
      await rig.clear();
      const assetId = await rig.upload(await drawPhoto());
      const worker = startWorker(services, jobHandlers, { pollMs: 100 });
      const find = () =>
        db.selectFrom('assets').select('status').where('id', '=', assetId).executeTakeFirst();
      await eventually(find).toEqual({ status: 'READY' });
      await worker.stop();
    });

    it('many workers do each of many jobs once, though hints get lost', async () => {
      await enqueueJobs(
        db,
        Array.from({ length: 2000 }, (_, n) => ({ queue: 'plan' as const, payload: { n } })),
      );
      const done = new Set<unknown>();
      let runs = 0;
      const handler = handledBy({
        async run(_services, job) {
          runs += 1;
          done.add((job.payload as { n: number }).n);
          return { state: 'done' };
        },
      });
      const workers = Array.from({ length: 3 }, () =>
        startWorker(services, handler, { queues: ['plan'], pollMs: 100 }),
      );
      await eventually(() => done.size).toBe(2000);
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(runs).toBe(2000);
      expect((await sql`select from jobs where queue = 'plan'`.execute(db)).rows).toEqual([]);
    });

    it('relays that share connections give out each event once', async () => {
      const kafka = { env: { EVENTS: 'kafka' } } as const;
      const ids: string[] = Array.from({ length: 60 }, () => randomUUID());
      await Promise.all(
        ids.map((eventId) =>
          db.transaction().execute((trx) =>
            publishEvent(kafka, trx, {
              eventId,
              type: 'AssetApproved',
              key: 'x',
              payload: { asset_id: randomUUID(), approval_id: randomUUID() },
            }),
          ),
        ),
      );
      const seen: string[] = [];
      const drain = async () => {
        while (
          (await relayEvents({ db }, async (_trx, events) => {
            seen.push(...events.map(({ event_id }) => event_id));
          })) > 0
        );
      };
      await Promise.all([drain(), drain(), drain()]);
      expect(seen.filter((id) => ids.includes(id)).sort()).toEqual(ids.sort());
    });
  },
);

/** Settings as they were given. */
function asText(env: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
