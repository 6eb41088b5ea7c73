import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { countDeadLetters } from '#db/queries/dead-jobs.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { getReconciliation, readActs } from '#lib/repair/read-reconciliation.ts';
import { startReconciliation } from '#lib/repair/start-reconciliation.ts';
import type { Services } from '#lib/services.ts';
import { allOf } from '../all-of.ts';
import { consumerLag } from '../engines/kafka/consumer-lag.ts';
import { consoleCaller } from '../people.ts';
import { runCommand } from './run-command.ts';

export interface DeadCount {
  queue: string;
  category: string;
  letters: number;
}

/**
 * Waits until nothing is left to do, with workers as they are. Pauses that were drawn while everything failed, and the
 * turns of what comes round by the clock, are cut short: they are long by design, and nothing here is about their length.
 */
export async function untilQuiet({ db, env }: Services, boundMs: number): Promise<boolean> {
  const until = performance.now() + boundMs;
  for (let quiet = 0; performance.now() < until; ) {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from jobs) + (select count(*) from outbox_events where published_at is null)
        + (select count(*) from consumer_inbox where state <> 'COMPLETED')
        + (select count(*) from assets where status in ('UPLOADING', 'PROCESSING')) as left`.execute(db);
    const isQuiet = rows[0]?.left === 0 && (await isRead(env));
    quiet = isQuiet ? quiet + 1 : 0;
    // Seen twice in a row: what ends one thing may begin the next.
    if (quiet === 2) return true;
    await sql`update jobs set run_at = clock_timestamp() where lease_until is null and run_at > clock_timestamp()`.execute(
      db,
    );
    await sql`update duties set ran_at = '-infinity' where name in ('look after waiting uploads',
      'bring left events to their consumers') and ran_at < clock_timestamp() - interval '5 seconds'`.execute(
      db,
    );
    await wait(500);
  }
  return false;
}

/** Whether the processors have handled all that the brokers have. */
async function isRead(env: Services['env']): Promise<boolean> {
  if (env.EVENTS !== 'kafka') return true;
  return (await consumerLag(env, env.KAFKA_GROUP).catch(() => 1)) === 0;
}

/** Counts the dead letters and sends all of them back, by the command that an operator has. */
export async function requeueDeadLetters({ db, env }: Services): Promise<DeadCount[]> {
  const dead = await countDeadLetters(db, {});
  if (dead.length === 0) return [];
  await runCommand('dead', ['requeue', '--all'], { ...process.env, DATABASE_URL: env.DATABASE_URL });
  return dead.map(({ queue, category, letters }) => ({ queue, category, letters }));
}

/**
 * A reconciliation that reads every byte and grants no grace, with all workers stopped: nobody is writing what it takes
 * away. Answers how many acts it did, by what they were.
 */
export async function repair(services: Services): Promise<Map<string, number>> {
  const { id } = await startReconciliation(services, consoleCaller, { dryRun: false, allBytes: true });
  const graceless = { ...services, env: { ...services.env, ORPHAN_GRACE_MINUTES: -1 } };
  await drainJobs(graceless, jobHandlers, { budgetMs: 300_000, queues: ['inspect'], random: () => 0 });
  const { failure, finished_at } = await getReconciliation(services, consoleCaller, id);
  const acts = await allOf(readActs(services, consoleCaller, id));
  if (failure || !finished_at) throw new Error(`The reconciliation did not end: ${failure ?? 'it waits'}`);
  const counts = new Map<string, number>();
  for (const { act, kind } of acts) counts.set(`${act} ${kind}`, (counts.get(`${act} ${kind}`) ?? 0) + 1);
  return counts;
}
