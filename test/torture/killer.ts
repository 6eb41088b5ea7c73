import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../simulation/random.ts';
import { fairWeather, storeFaults, type Weather } from './fault-proxy.ts';
import { crashPostgres } from './fleet.ts';
import type { Rig } from './rig.ts';

interface Blow {
  weight: number;
  strike(): Promise<void> | void;
}

/** A few requests go wrong at all times. */
const usual: Weather = { faults: storeFaults, share: 0.03 };

/** Until the signal: kills, restarts and outages at instants and of things that the random stream draws. */
export async function torment(
  rig: Rig,
  random: Random,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  const { fleet, proxy, engines } = rig;
  const kill = (kind: string): Blow => ({
    weight: weights[kind] ?? 1,
    strike: () => {
      fleet.kill(kind, random);
    },
  });
  const blows: Blow[] = [
    ...fleet.kinds.map(kill),
    {
      weight: 1,
      strike: () => {
        if (crashPostgres()) fleet.count('PostgreSQL');
      },
    },
    {
      weight: 2,
      async strike() {
        const faults = random.chance(0.3) ? storeFaults : [random.pick(storeFaults)];
        proxy.setWeather({ faults, share: 0.5 + random.next() / 2 });
        await pause(1000 + random.below(3000), signal);
        proxy.setWeather(usual);
      },
    },
  ];
  if (engines) blows.push({ weight: 1, strike: restartOnce(fleet, engines) });
  proxy.setWeather(usual);
  const struck: (void | Promise<void>)[] = [];
  while (!signal.aborted) {
    await pause(everyMs * (0.3 + 1.4 * random.next()), signal);
    // Not waited for: kills come into the middle of outages.
    if (!signal.aborted) struck.push(draw(blows, random).strike());
  }
  await Promise.all(struck);
  proxy.setWeather(fairWeather);
}

/** A broker that is coming back is left alone. */
function restartOnce(fleet: Rig['fleet'], engines: NonNullable<Rig['engines']>): () => Promise<void> {
  let isComing = false;
  return async () => {
    if (isComing) return;
    isComing = true;
    fleet.count('Kafka');
    await engines.restartKafka();
    isComing = false;
  };
}

/** How often it is the turn of each, by what it costs to come back. */
const weights: Record<string, number> = { worker: 4, web: 2, store: 1, bridge: 2, relay: 2, queue: 1 };

function draw(blows: readonly Blow[], random: Random): Blow {
  let at = random.next() * blows.reduce((sum, { weight }) => sum + weight, 0);
  for (const blow of blows) {
    at -= blow.weight;
    if (at < 0) return blow;
  }
  return random.pick(blows);
}

/** Ends early, and without an error, once the signal is given. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}
