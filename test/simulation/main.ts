import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import setup from '../global-setup.ts';
import { Lane } from './lane.ts';
import { plants } from './plants.ts';
import { installProcessClocks } from './process-clock.ts';
import { checkReplay, runMany, runOne } from './run-many.ts';
import { standInForDecoders } from './stand-ins.ts';

/**
 * The job table, the inbox, the outbox and publishing under a scheduler that a seed draws. Exit code 1 where a rule
 * was broken.
 */
const { values: options } = parseArgs({
  options: {
    /** How many, from `--from` on. */
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    /** One alone, with every step it took. */
    seed: { type: 'string' },
    /** A fault to put in. */
    plant: { type: 'string' },
    /** Runs each seed twice, and compares. */
    twice: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '3' },
    /** An address of a PostgreSQL with the migrated template; left out, one is started. */
    postgres: { type: 'string' },
  },
});

const plant = options.plant === undefined ? undefined : plants[options.plant];
if (options.plant !== undefined && !plant)
  throw new Error(`There is no fault ${options.plant}. There are: ${Object.keys(plants).join(', ')}.`);
const postgres = options.postgres ? { adminUrl: options.postgres } : await startPostgres();
const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-simulation-'));
const restoreClocks = installProcessClocks();
standInForDecoders();
const lanes: Lane[] = [];
try {
  const wanted = options.seed ? 1 : Number(options.lanes);
  while (lanes.length < wanted) lanes.push(await Lane.open(postgres.adminUrl));
  const range = { first: Number(options.from), count: Number(options.seeds) };
  const work = { lanes, folder, plant };
  const held = options.seed
    ? await runOne(work, Number(options.seed))
    : options.twice
      ? await checkReplay(work, range)
      : await runMany(work, range);
  process.exitCode = held ? 0 : 1;
} finally {
  for (const lane of lanes) await lane.close();
  restoreClocks();
  await postgres.stop?.();
  rmSync(folder, { recursive: true, force: true });
}

async function startPostgres(): Promise<{ adminUrl: string; stop?: () => Promise<void> }> {
  let adminUrl = '';
  const provide = () => undefined;
  const stop = await setup({ provide } as unknown as Parameters<typeof setup>[0], (url) => {
    adminUrl = url;
  });
  return { adminUrl, stop };
}
