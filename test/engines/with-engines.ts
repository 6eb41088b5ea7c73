import { describe, inject, test } from 'vitest';
import type { S3Settings } from '#lib/storage/s3-settings.ts';
import type { SecureBroker } from './kafka/secure-listener.ts';

export interface Engines {
  brokers: string;
  secureKafka: SecureBroker;
  s3: S3Settings;
  /** The port of the pooler before the run's PostgreSQL. */
  pooler: string;
}

/**
 * A group of tests on real engines. Where one of them can't be had on this machine the whole group is one skipped
 * test: nothing of it is set up, and nothing of it counts as passed.
 */
export function withEngines<Needed extends keyof Engines>(
  needed: readonly Needed[],
  name: string,
  tests: (engines: Pick<Engines, Needed>) => void | Promise<void>,
): void {
  const engines = {
    brokers: inject('kafkaBrokers'),
    secureKafka: inject('secureKafka'),
    s3: inject('seaweedfs'),
    pooler: inject('poolerPort'),
  };
  if (needed.some((engine) => engines[engine] === null)) test.skip(name);
  else describe(name, () => tests(engines as Engines));
}
