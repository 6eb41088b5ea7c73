import { randomUUID } from 'node:crypto';
import { connectDatabase } from '#db/client.ts';
import { parseEnv } from '#lib/env.ts';
import { forwardBatch } from '#lib/events/bridge/forward-batch.ts';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { completeInbox } from '#lib/events/complete-inbox.ts';
import type { Delivery } from '#lib/events/event.ts';
import { kafkaPublisher } from '#lib/events/kafka/kafka-publisher.ts';
import { startProcessor } from '#lib/events/start-processor.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { JobHandler } from '#lib/jobs/job.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { createLogger } from '#lib/observe/log.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { handledBy } from '#test/all-queues.ts';
import { startKafka } from '#test/engines/kafka/start-kafka.ts';
import { median } from './median.ts';
import { benchPostgres } from './postgres.ts';

/**
 * Uploads a second from a batch of S3 notifications to the end of their work: bridge, a real broker that acknowledges
 * with all its replicas, processor and worker in one process, on the cores that broker and database run on as well.
 * `no-op` does nothing with an event (goal: 2,000); `fenced` claims it in the inbox and completes it in a
 * transaction of its own, as ingest does.
 */
const rounds = 5;
const eventsARound = 10_000;
const kinds = ['no-op', 'fenced'] as const;
type Kind = (typeof kinds)[number];
const batchSize = 10;
/** Lambda functions, or loops of the poller, at work at a time. */
const bridges = 16;

const bucket = 'photos';
const postgres = await benchPostgres();
const stops: (() => Promise<unknown>)[] = [postgres.stop];
try {
  const kafka = await startKafka();
  stops.unshift(kafka.stop);
  const round = await pipeline(kafka.brokers);
  for (const kind of kinds) {
    const rates: { bridge: number[]; all: number[] } = { bridge: [], all: [] };
    for (let n = 0; n <= rounds; n += 1) {
      const { bridge, all } = await round(kind);
      if (n === 0) continue;
      rates.bridge.push(bridge);
      rates.all.push(all);
    }
    const goal = kind === 'no-op' ? ' (goal ≥ 2000)' : '';
    console.log(`  ${kind}, each round: ${rates.all.map((rate) => rate.toFixed(0)).join(' ')} events/s`);
    console.log(`  ${kind}, the bridge while the rest works: ${median(rates.bridge).toFixed(0)} events/s`);
    console.log(`  ${kind}, from notification to end: ${median(rates.all).toFixed(0)} events/s${goal}`);
  }
} finally {
  for (const stop of stops) await stop();
}

/** Answers a function that sends one round through and says how many events a second the bridge and all of it did. */
async function pipeline(brokers: string): Promise<(kind: Kind) => Promise<{ bridge: number; all: number }>> {
  const env = parseEnv({
    PORTAL_URL: 'http://localhost',
    DATABASE_URL: postgres.url,
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'unused',
    S3_SECRET_ACCESS_KEY: 'unused',
    AUTH_SECRET: 'x'.repeat(32),
    JOBS_SECRET: 'x'.repeat(32),
    EVENTS_SECRET: 'x'.repeat(32),
    EVENTS: 'kafka',
    KAFKA_BROKERS: brokers,
    JOB_BATCH: '200',
  });
  const db = connectDatabase(postgres.url, { max: 20 });
  const log = createLogger({ level: 'silent', name: 'bench' });
  const services = { env, db, log, store: connectS3(env) };
  let kind: Kind = 'no-op';
  let done = 0;
  const count = () => {
    done += 1;
    if (done === eventsARound) finished.resolve();
  };
  let finished = Promise.withResolvers<void>();
  const handler: JobHandler = {
    async run(_services, job) {
      if (kind === 'no-op') return { state: 'done' };
      const { event, consumer } = job.payload as Delivery;
      const eventId = event.event_id;
      const claim = await claimInbox(db, { consumer, eventId, owner: `job ${job.id}`, leaseMs: 30_000 });
      if (claim.state !== 'claimed') return { state: 'duplicate' };
      await db.transaction().execute(async (trx) => {
        await completeInbox(trx, { consumer, eventId, fence: claim.fence, outcome: 'nothing' });
        await finishJob(trx, job);
      });
      return { state: 'done' };
    },
  };
  const publisher = kafkaPublisher(env);
  const processor = startProcessor(services);
  const worker = startWorker(services, handledBy(handler), {
    queues: ['ingest'],
    concurrency: 64,
    onSettled: (_job, settlement) => {
      if (settlement === 'done') count();
    },
  });
  stops.unshift(async () => {
    await processor.stop();
    await worker.stop();
    await publisher.close();
    await db.destroy();
  });
  await processor.ready;
  return async (wanted) => {
    kind = wanted;
    done = 0;
    finished = Promise.withResolvers<void>();
    const batches = Array.from({ length: eventsARound / batchSize }, () =>
      Array.from({ length: batchSize }, notification),
    );
    const since = performance.now();
    await Promise.all(
      Array.from({ length: bridges }, async () => {
        for (let batch = batches.pop(); batch; batch = batches.pop()) {
          const failed = await forwardBatch({ publisher, bucket, log }, batch);
          if (failed.length > 0) throw new Error(`${failed.length} messages were not forwarded`);
        }
      }),
    );
    const bridged = performance.now();
    await finished.promise;
    const rate = (until: number) => (eventsARound / (until - since)) * 1000;
    return { bridge: rate(bridged), all: rate(performance.now()) };
  };
}

function notification(): { messageId: string; body: string } {
  const object = {
    key: `assets/${randomUUID()}/original.jpg`,
    size: 1000,
    eTag: 'd41d8cd98f00b204e9800998ecf8427e',
  };
  const record = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: bucket }, object } };
  return { messageId: randomUUID(), body: JSON.stringify({ Records: [record] }) };
}
