import { inTurns, ratioLine, thousands } from './in-turns.ts';
import { fenced } from './jobs/fenced.ts';
import { fillHistory, fillWaiting, holdVacuumBack } from './jobs/heavy-tables.ts';
import { benchServices, workRound } from './jobs/job-table.ts';
import { startLatencies } from './jobs/start-latency.ts';
import { median } from './median.ts';
import { type BenchPostgres, benchPostgres } from './postgres.ts';

/**
 * The job table where it has much to carry, ÷ its own rate where it has not, in turns on one PostgreSQL: a million
 * waiting jobs, a transaction that holds vacuum back, years of finished work. Each load is a database of its own.
 * `BENCH_WAITING`, `BENCH_DEAD_ROWS` and `BENCH_HISTORY` set their sizes; the goal for history is 10,000,000, which
 * takes minutes to fill.
 */
const waiting = Number(process.env.BENCH_WAITING ?? 1_000_000);
const deadRows = Number(process.env.BENCH_DEAD_ROWS ?? 200_000);
const history = Number(process.env.BENCH_HISTORY ?? 1_000_000);
const rounds = 5;
const fencedARound = 5000;
const starts = 200;

const postgres = await benchPostgres();
const stops: (() => Promise<unknown>)[] = [postgres.stop];
try {
  const unloaded = await open(postgres, 'unloaded');
  const full = await open(postgres, 'full');
  await fillWaiting(full.db, waiting);
  const held = await open(postgres, 'held');
  stops.unshift(await holdVacuumBack(held.env.DATABASE_URL, held.db, deadRows));
  const noop = await inTurns(
    { unloaded: () => workRound(unloaded), full: () => workRound(full), held: () => workRound(held) },
    rounds,
  );
  console.log(`  no-op: ${thousands(noop.unloaded.rate)} jobs/s`);
  console.log(ratioLine(`with ${count(waiting)} waiting ÷ without`, noop.full, noop.unloaded, '≥ 0.8'));
  console.log(
    ratioLine(
      `with an old transaction and ${count(deadRows)} dead rows ÷ without`,
      noop.held,
      noop.unloaded,
      '≥ 0.8',
    ),
  );

  const old = await open(postgres, 'old');
  await fillHistory(old.db, history);
  const one = await inTurns(
    {
      young: () => workRound(unloaded, fenced, fencedARound),
      old: () => workRound(old, fenced, fencedARound),
    },
    rounds,
  );
  console.log(`  one fenced transaction a job: ${thousands(one.young.rate)} jobs/s (goal ≥ 5 thousand)`);
  const asked = history < 10_000_000 ? '; BENCH_HISTORY=10000000 has it all' : '';
  console.log(
    ratioLine(`with ${count(history)} finished before ÷ without${asked}`, one.old, one.young, '≥ 0.95'),
  );

  const latencies = await startLatencies(unloaded, starts);
  const late = latencies.toSorted((a, b) => a - b)[Math.floor(starts * 0.95)] ?? Number.NaN;
  console.log(
    `  enqueue to start, idle: p50 ${median(latencies).toFixed(1)} ms, p95 ${late.toFixed(1)} ms (goal p50 ≤ 5)`,
  );
} finally {
  for (const stop of stops) await stop();
}

async function open({ database }: BenchPostgres, name: string) {
  const services = benchServices(await database(name));
  stops.unshift(() => services.db.destroy());
  return services;
}

function count(rows: number): string {
  return rows.toLocaleString('en');
}
