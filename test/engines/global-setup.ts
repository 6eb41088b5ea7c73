import type { TestProject } from 'vitest/node';
import type { S3Settings } from '#lib/storage/s3-settings.ts';
import startDatabase from '../global-setup.ts';
import { EngineUnavailable } from './engine-cache.ts';
import type { SecureBroker } from './kafka/secure-listener.ts';
import { type RunningKafka, startKafka } from './kafka/start-kafka.ts';
import { startPgbouncer } from './start-pgbouncer.ts';
import { type RunningStore, startSeaweedfs } from './start-seaweedfs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null: it can't be had on this machine, and what needs it is skipped. */
    kafkaBrokers: string | null;
    secureKafka: SecureBroker | null;
    seaweedfs: S3Settings | null;
    poolerPort: string | null;
  }
}

/** Every engine once for the whole run. One that can't be had is named loudly; one that fails is a failure. */
export default async function setup(project: TestProject) {
  const stops: (() => Promise<void>)[] = [];
  const teardown = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  let postgresUrl = '';
  try {
    const starting = await Promise.allSettled([
      tryEngine('Apache Kafka', startKafka, stops),
      tryEngine('SeaweedFS', startSeaweedfs, stops),
      startDatabase(project, (url) => {
        postgresUrl = url;
      }).then((stop) => stops.push(stop)),
    ]);
    for (const part of starting) if (part.status === 'rejected') throw part.reason;
    const [kafka, store] = starting.map((part) => (part.status === 'fulfilled' ? part.value : undefined)) as [
      RunningKafka | undefined,
      RunningStore | undefined,
    ];
    const pooler = await tryEngine('PgBouncer', () => startPgbouncer(postgresUrl), stops);
    project.provide('poolerPort', pooler ? new URL(pooler.urlOf(postgresUrl)).port : null);
    project.provide('kafkaBrokers', kafka?.brokers ?? null);
    project.provide('secureKafka', kafka?.secure ?? null);
    project.provide('seaweedfs', store?.settings ?? null);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function tryEngine<Engine extends { stop(): Promise<void> }>(
  name: string,
  start: () => Promise<Engine>,
  stops: (() => Promise<void>)[],
): Promise<Engine | undefined> {
  const since = performance.now();
  try {
    const engine = await start();
    stops.push(engine.stop);
    console.log(`${name} runs after ${((performance.now() - since) / 1000).toFixed(1)} s`);
    return engine;
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    console.log(`\n!!! SKIPPED: ${name} cannot be had here: ${error.message}.`);
    console.log('!!! Nothing that needs it is tested in this run.\n');
    return undefined;
  }
}
