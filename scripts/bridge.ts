import { bridgeEnv } from '#lib/env.ts';
import { pollQueue } from '#lib/events/bridge/poll-queue.ts';
import { kafkaPublisher } from '#lib/events/kafka/kafka-publisher.ts';
import { createLogger } from '#lib/observe/log.ts';
import { startTracing } from '#lib/observe/tracing.ts';
import { followParent } from '#local/parent.ts';
import { loadSettings } from './load-settings.ts';

/** `npm run bridge`: S3 notifications from the queue to the brokers, until it is told to stop. */
const settings = loadSettings(() => bridgeEnv('poller'));
const log = createLogger({ level: settings.LOG_LEVEL, name: 'bridge' });
const tracing = await startTracing(settings, { part: 'bridge', log });
const publisher = kafkaPublisher(settings);
const stopping = new AbortController();
const polling = pollQueue(settings, { publisher, log, signal: stopping.signal });

followParent(async () => {
  stopping.abort();
  await polling;
  await publisher.close();
  await tracing.stop();
}).ready();
