import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

/** A worker says that it is alive every few seconds; so long a silence is no delay. */
export const workerSilenceSeconds = 30;

const isAlive = sql<boolean>`workers.seen_at > clock_timestamp() - make_interval(secs => ${workerSilenceSeconds})`;

export interface WorkerRow {
  id: string;
  kind: string;
  started_at: Date;
  /** Since it was last heard of, by the database's clock. */
  silent_seconds: number;
  is_alive: boolean;
  /** Jobs that it has. */
  leased: number;
}

/** Workers that take jobs and were heard of lately. */
export async function countLiveWorkers(db: Database | Trx): Promise<number> {
  const { workers } = await db
    .selectFrom('workers')
    .select(({ fn }) => fn.countAll<number>().as('workers'))
    .where('kind', '=', 'worker')
    .where(isAlive)
    .executeTakeFirstOrThrow();
  return workers;
}

/** Every worker that was heard of within the hour: those silent for longer are deleted. */
export async function listWorkers(db: Database): Promise<WorkerRow[]> {
  return db
    .selectFrom('workers')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('jobs')
          .select((jobs) => ['leased_by', jobs.fn.countAll<number>().as('leased')])
          .where('lease_until', 'is not', null)
          .groupBy('leased_by')
          .as('held'),
      (join) => join.onRef('held.leased_by', '=', 'workers.id'),
    )
    .select((eb) => [
      'workers.id',
      'workers.kind',
      'workers.started_at',
      sql<number>`greatest(0, extract(epoch from clock_timestamp() - workers.seen_at))::float8`.as(
        'silent_seconds',
      ),
      isAlive.as('is_alive'),
      eb.fn.coalesce('held.leased', eb.lit(0)).as('leased'),
    ])
    .orderBy('workers.started_at')
    .execute();
}
