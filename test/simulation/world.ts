import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Services } from '#lib/services.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimBroker } from './sim-broker.ts';
import type { Snapshot } from './snapshot.ts';

/** What the processes of one seed share. */
export interface World {
  scheduler: Scheduler;
  random: Random;
  services: Services;
  broker: SimBroker | undefined;
  editorId: string;
  photos: readonly Photo[];
  contracts: readonly OutputContract[];
  leaseMs: number;
  /** No process dies any more and nothing is refused for good: what stays open would stay open for ever. */
  isCalm(): boolean;
  /** What the last commit left, so that nobody looks where there is nothing. */
  latest(): Snapshot;
}

export interface Photo {
  assetId: string;
  key: string;
  etag: string;
  bytes: number;
}
