import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuild } from '#scripts/ensure-build.ts';
import { faultsOf, report } from './report.ts';
import { torture } from './torture.ts';

const usage = `Usage: npm run torture -- --minutes N [--seed S] [--events kafka]
Starts the whole product on a PostgreSQL and a store of its own, kills its processes, crashes the database and lets the
store fail under load, and then holds everything that clients were told against what stands.
  --minutes N     how long things are killed; 1 unless told
  --seed S        what is killed when; another run of a seed differs by the machine's own timing
  --events kafka  over a queue, the bridge and a broker, which are killed too
  --clients N     how many programs upload at a time; 6 unless told
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    events: { type: 'string', default: 'postgres' },
    clients: { type: 'string', default: '6' },
    help: { type: 'boolean', short: 'h' },
  },
});
const seconds = Math.round(Number(values.minutes) * 60);
const isKafka = values.events === 'kafka';
if (values.help || !(seconds > 0) || !(isKafka || values.events === 'postgres')) {
  process.stderr.write(usage);
  process.exit(values.help ? 0 : 1);
}
const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
if (await ensureBuild(process.cwd(), 'test-results/build.log', () => say('Building …'))) say('Built.');
const outcome = await torture({
  seed: values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed),
  seconds,
  kafka: isKafka,
  clients: Number(values.clients),
  webs: 2,
  workers: 2,
  everyMs: 2500,
  say,
});
process.stdout.write(`${report(outcome)}\n`);
const held = faultsOf(outcome).length === 0;
if (held) rmSync(outcome.folder, { recursive: true, force: true });
else say(`Log files: ${outcome.folder}`);
process.exit(held ? 0 : 1);
