import { createLogger } from '#lib/observe/log.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import type { Services } from '#lib/services.ts';
import { testSettings } from '../people.ts';
import { type Actor, newActor, type Role } from './actor.ts';
import { BrokenRule } from './broken-rule.ts';
import * as events from './event-processes.ts';
import * as jobs from './job-processes.ts';
import type { Lane } from './lane.ts';
import * as people from './people.ts';
import { addPhotos, type Expected } from './photos.ts';
import type { Plant } from './plants.ts';
import { Random } from './random.ts';
import { brokenByMove } from './rules.ts';
import { Scheduler } from './scheduler.ts';
import { withShortNames } from './short-names.ts';
import { SimBroker } from './sim-broker.ts';
import type { Change } from './sim-client.ts';
import { SimStore } from './sim-store.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { standInForRenderer } from './stand-ins.ts';
import { brokenAtRest, brokenInState } from './state-rules.ts';
import { calm, type Weather } from './weather.ts';
import type { Photo, World } from './world.ts';

export interface SeedResult {
  seed: number;
  broken: readonly string[];
  trace: readonly string[];
  steps: number;
  deadlocks: number;
}

const leaseMs = 60_000;
const longestCalm = 4000;

const contracts: readonly OutputContract[] = (
  seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts ?? []
)
  .slice(0, 1)
  .map((contract) => outputContract.parse(contract));

/** One run of what the seed says: rough for a while, then calm until everything has come to rest. */
export async function runSeed(
  lane: Lane,
  seed: number,
  folder: string,
  plant: Plant = { about: '' },
): Promise<SeedResult> {
  await lane.reset();
  const run = new Run(lane, seed, folder, plant);
  const broken = await run.play().catch((error: unknown) => {
    if (error instanceof BrokenRule) return error.broken;
    throw error;
  });
  await run.scheduler.end();
  const { trace, steps, deadlocks } = run.scheduler;
  return { seed, broken, trace: withShortNames(trace), steps, deadlocks };
}

class Run {
  readonly scheduler: Scheduler;
  readonly #random: Random;
  readonly #lane: Lane;
  readonly #store: SimStore;
  readonly #broker: SimBroker | undefined;
  readonly #world: World;
  readonly #highest = new Map<string, number>();
  readonly #expected: Expected = {
    bad: new Set<string>(),
    refused: new Set<string>(),
    formats: contracts.map(({ format }) => format),
  };
  readonly #photos: Photo[] = [];
  readonly #weather: Partial<Weather>;
  #latest: Snapshot | undefined;
  #isCalm = false;
  #born = 0;

  constructor(lane: Lane, seed: number, folder: string, plant: Plant) {
    this.#lane = lane;
    this.#weather = plant.weather ?? {};
    this.#random = new Random(seed);
    this.scheduler = new Scheduler({
      random: this.#random,
      advance: (ms) => lane.advance(ms),
      blockersOf: (pid) => lane.blockersOf(pid),
      cancel: (pid) => lane.cancel(pid),
      onChange: (change) => this.#judge(change),
      onCrash: (actor) => this.#startAgain(actor),
      leaseMs,
    });
    const hasBroker = this.#random.chance(0.5);
    this.#store = new SimStore(this.scheduler, plant.store);
    this.#broker = hasBroker ? new SimBroker(this.scheduler) : undefined;
    standInForRenderer(this.#store, folder);
    this.#world = {
      scheduler: this.scheduler,
      random: this.#random,
      services: this.#services(hasBroker, folder, plant),
      broker: this.#broker,
      editorId: lane.editorId,
      photos: this.#photos,
      contracts,
      leaseMs,
      isCalm: () => this.#isCalm,
      latest: () => {
        if (!this.#latest) throw new Error('nobody looks before the start');
        return this.#latest;
      },
    };
  }

  async play(): Promise<readonly string[]> {
    this.#photos.push(...(await addPhotos(this.#world, this.#store, this.#expected)));
    this.#latest = await takeSnapshot(this.#lane.watcher);
    this.#startAll();
    this.scheduler.weather = { ...this.#drawWeather(), ...this.#weather };
    for (let left = 80 + this.#random.below(200); left > 0; left -= 1) await this.scheduler.step();
    this.scheduler.weather = calm;
    this.#isCalm = true;
    for (let left = longestCalm; left > 0 && !this.#isAtRest(); left -= 1) await this.scheduler.step();
    return this.#atRest();
  }

  #services(hasBroker: boolean, folder: string, { rewrite = (text) => text }: Plant): Services {
    const env = testSettings({
      JOB_LEASE_MS: String(leaseMs),
      DATA_DIR: folder,
      ...(hasBroker ? { EVENTS: 'kafka', KAFKA_BROKERS: 'simulated:9092' } : {}),
    });
    const db = this.#lane.database(this.scheduler, rewrite);
    return { env, db, store: this.#store, log: createLogger({ level: 'silent', name: 'simulation' }) };
  }

  #drawWeather() {
    const share = (most: number) => (this.#random.chance(0.3) ? 0 : this.#random.next() * most);
    return {
      crash: share(0.04),
      lost: share(0.06),
      cut: share(0.1),
      sleep: share(0.05),
      clock: 0.02 + share(0.12),
      timer: share(0.2),
    };
  }

  #startAll(): void {
    for (let n = 2 + this.#random.below(2); n > 0; n -= 1) this.#start('worker');
    for (const role of ['sweeper', 'sweeper', 'requeuer', 'asker'] as const) this.#start(role);
    for (const photo of this.#photos) {
      this.#start('uploader', photo);
      if (this.#random.chance(0.7)) this.#start('bridge', photo);
    }
    if (this.#random.chance(0.3)) for (let n = 0; n < 2; n += 1) this.#start('reader');
    if (!this.#broker) return;
    for (const role of ['relay', 'processor'] as const)
      for (let n = 1 + this.#random.below(2); n > 0; n -= 1) this.#start(role);
  }

  #start(role: Role, photo = this.#photos[0]): void {
    this.#born += 1;
    const actor = newActor(this.scheduler, role, `${role} ${this.#born}`);
    this.#photoOf.set(actor, photo);
    const world = this.#world;
    const lives: Record<Role, () => Promise<void>> = {
      worker: () => jobs.work(world, actor.name),
      sweeper: () => jobs.sweep(world),
      requeuer: () => jobs.requeue(world),
      asker: () => people.ask(world),
      uploader: () => (photo ? people.complete(world, photo) : Promise.resolve()),
      bridge: () => (photo ? people.notify(world, photo) : Promise.resolve()),
      relay: () => events.relay(world),
      processor: () => events.consume(world),
      reader: () => events.read(world, actor.name),
    };
    this.scheduler.spawn(actor, lives[role]);
  }

  readonly #photoOf = new WeakMap<Actor, Photo | undefined>();

  /** Whoever looks after the processes starts another one. A browser that is gone does not come back. */
  #startAgain(actor: Actor): void {
    this.#start(actor.role, this.#photoOf.get(actor));
  }

  async #judge({ actor, looked }: Change): Promise<void> {
    const before = this.#latest;
    const after = await takeSnapshot(this.#lane.watcher);
    this.#latest = after;
    if (!before) return;
    const { now } = this.scheduler;
    const broken = [
      ...brokenByMove({ before, after, actor, looked, now, leaseMs, highest: this.#highest }),
      ...brokenInState(before, after, { store: this.#store, brokerHas: this.#broker?.has }),
    ];
    if (broken.length > 0) throw new BrokenRule(broken);
  }

  #isAtRest(): boolean {
    return this.#atRest().length === 0 && (this.#broker?.isDrained ?? true);
  }

  #atRest(): string[] {
    return this.#latest ? brokenAtRest(this.#latest, this.#expected) : ['nothing ever happened'];
  }
}
