import type { Lane } from './lane.ts';
import type { Plant } from './plants.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

interface Work {
  lanes: readonly Lane[];
  folder: string;
  plant: Plant | undefined;
}

interface Range {
  first: number;
  count: number;
}

/** Every step of one seed, and what it broke. */
export async function runOne({ lanes, folder, plant }: Work, seed: number): Promise<boolean> {
  const [lane] = lanes;
  if (!lane) throw new Error('there is no database to run it in');
  const result = await runSeed(lane, seed, folder, plant);
  console.log(result.trace.join('\n'));
  return tell(result);
}

/** Seeds side by side until one breaks a rule: that one is told with its last steps. */
export async function runMany(work: Work, range: Range): Promise<boolean> {
  const since = performance.now();
  const results = await runRange(work, range);
  const seconds = (performance.now() - since) / 1000;
  const broken = results.filter((result) => result.broken.length > 0);
  for (const result of broken) {
    console.log(`… ${result.trace.slice(-30).join('\n')}`);
    tell(result);
    console.log(`  every step of it: npm run simulate -- --seed ${result.seed}`);
  }
  const sum = (what: 'steps' | 'deadlocks') => results.reduce((all, result) => all + result[what], 0);
  const rate = (results.length / seconds).toFixed(1);
  console.log(
    `${results.length} seeds, ${sum('steps')} steps, ${sum('deadlocks')} deadlocks, ${broken.length} broken; ${seconds.toFixed(1)} s (${rate} seeds/s)`,
  );
  return broken.length === 0;
}

/** Whether each seed takes the same steps when it runs again, beside others and in another database. */
export async function checkReplay(work: Work, range: Range): Promise<boolean> {
  const [once, again] = [await runRange(work, range), await runRange(work, range)];
  const traces = new Map(again.map(({ seed, trace }) => [seed, trace.join('\n')]));
  const differing = once.filter(({ seed, trace }) => traces.get(seed) !== trace.join('\n'));
  for (const { seed } of differing) console.log(`seed ${seed} took other steps when it ran again`);
  console.log(`${once.length} seeds ran twice, ${differing.length} of them in two ways`);
  return differing.length === 0;
}

async function runRange({ lanes, folder, plant }: Work, { first, count }: Range): Promise<SeedResult[]> {
  const results: SeedResult[] = [];
  let next = first;
  let isBroken = false;
  await Promise.all(
    lanes.map(async (lane) => {
      while (next < first + count && !isBroken) {
        const result = await runSeed(lane, next++, folder, plant);
        isBroken ||= result.broken.length > 0;
        results.push(result);
      }
    }),
  );
  return results;
}

function tell({ seed, broken, steps }: SeedResult): boolean {
  if (broken.length === 0) console.log(`\nseed ${seed}: every rule held in ${steps} steps`);
  else console.log([`\nseed ${seed} broke these rules in step ${steps}:`, ...broken].join('\n  '));
  return broken.length === 0;
}
