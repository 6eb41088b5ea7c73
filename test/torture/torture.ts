import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../simulation/random.ts';
import { audit } from './audit.ts';
import { changePolicy } from './change-policy.ts';
import { fairWeather } from './fault-proxy.ts';
import { torment } from './killer.ts';
import { Ledger } from './ledger.ts';
import { livePhoto } from './photo-life.ts';
import { PortalClient } from './portal-client.ts';
import { type PortalState, readPortal } from './read-portal.ts';
import type { Outcome } from './report.ts';
import { openRig, type Rig } from './rig.ts';
import { repair, requeueDeadLetters, untilQuiet } from './settle.ts';

export interface TortureOptions {
  seed: number;
  /** How long things are killed; what is under way then is given its time to end. */
  seconds: number;
  kafka: boolean;
  clients: number;
  webs: number;
  workers: number;
  /** Between two blows, on the average. */
  everyMs: number;
  say(sentence: string): void;
}

const quietMs = 240_000;

/** Kills everything under load, lets it come to rest, and holds what clients were told against what stands. */
export async function torture(options: TortureOptions): Promise<Outcome & { folder: string }> {
  const random = new Random(options.seed);
  const rig = await openRig({ ...options, random });
  try {
    options.say(
      `Everything runs: ${options.webs} web and ${options.workers} worker processes. Log files: ${rig.folder}`,
    );
    const ledger = await underLoad(rig, options, random);
    options.say('No more faults. Waiting until nothing is left to do …');
    let isQuiet = await untilQuiet(rig.services, quietMs);
    const dead = await requeueDeadLetters(rig.services);
    if (dead.length > 0) isQuiet = await untilQuiet(rig.services, quietMs);
    await rig.fleet.stopAllBut('store');
    const state = await readPortal(rig.services);
    const before = audit(ledger, state);
    if (!isQuiet) before.stuck.push(`it had not come to rest after ${quietMs / 1000} s`);
    const acts = await repair(rig.services);
    const after = audit(ledger, await readPortal(rig.services));
    return { ...outcomeOf(options, rig, ledger, state), dead, before, acts, after, folder: rig.folder };
  } finally {
    await rig.stop();
  }
}

async function underLoad(rig: Rig, options: TortureOptions, random: Random): Promise<Ledger> {
  const ledger = new Ledger();
  const clientOf = (token: string) => new PortalClient({ webs: rig.webs, token, ledger, random });
  const ending = AbortSignal.timeout(options.seconds * 1000);
  const client = clientOf(rig.tokens.editor);
  const life = { client, ledger, random, notify: (key: string) => rig.notifyAgain(key) };
  const live = async () => {
    while (!ending.aborted) await livePhoto(life);
  };
  const halfway = async () => {
    await wait(options.seconds * 500);
    await changePolicy(clientOf(rig.tokens.admin), ledger);
  };
  const killer = torment(rig, random, { everyMs: options.everyMs, signal: ending });
  const lives = [...Array.from({ length: options.clients }, live), halfway()];
  for (const end of await Promise.allSettled([killer, ...lives]))
    if (end.status === 'rejected') ledger.surprises.push(String(end.reason));
  rig.proxy.setWeather(fairWeather);
  return ledger;
}

function outcomeOf(
  options: TortureOptions,
  rig: Rig,
  ledger: Ledger,
  state: PortalState,
): Omit<Outcome, 'dead' | 'before' | 'after' | 'acts'> {
  const wanted = (status: string) => state.assets.filter((asset) => asset.status === status).length;
  return {
    seed: options.seed,
    seconds: options.seconds,
    events: options.kafka ? 'kafka' : 'postgres',
    kills: rig.fleet.kills,
    storeFaults: rig.proxy.counts,
    photos: {
      sent: ledger.photos.length,
      ready: wanted('READY'),
      failed: wanted('FAILED'),
      shared:
        state.originals.length - new Set(state.originals.map(({ master_sha256 }) => master_sha256)).size,
    },
    requests: { all: ledger.requests, again: ledger.retries, duplicates: ledger.duplicates },
    derivatives: state.derivatives.length,
    surprises: ledger.surprises,
  };
}
