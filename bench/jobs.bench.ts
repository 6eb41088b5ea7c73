import { inTurns, ratioLine, thousands } from './in-turns.ts';
import { graphileWorker } from './jobs/graphile-worker.ts';
import { benchServices, drainRound } from './jobs/job-table.ts';
import { pgBoss } from './jobs/pg-boss.ts';
import { benchPostgres } from './postgres.ts';

/**
 * No-op jobs a second, claimed, run and finished by one process: the job table ÷ its peers at their best batched
 * settings, in turns on one PostgreSQL.
 */
const rounds = 7;

const postgres = await benchPostgres();
const stops: (() => Promise<unknown>)[] = [postgres.stop];
try {
  const services = benchServices(postgres.url);
  stops.unshift(() => services.db.destroy());
  const graphile = await graphileWorker(postgres.url);
  stops.unshift(graphile.stop);
  const boss = await pgBoss(postgres.url);
  stops.unshift(boss.stop);
  const rates = await inTurns(
    { ours: () => drainRound(services), graphile: graphile.round, boss: boss.round },
    rounds,
  );
  const { ours, graphile: second, boss: third } = rates;
  console.log(
    `  job table ${thousands(ours.rate)} jobs/s, graphile-worker ${thousands(second.rate)}, pg-boss ${thousands(third.rate)}`,
  );
  console.log(ratioLine('job table ÷ graphile-worker', ours, second, '≥ 1.5'));
  console.log(ratioLine('job table ÷ pg-boss', ours, third, '≥ 3'));
} finally {
  for (const stop of stops) await stop();
}
