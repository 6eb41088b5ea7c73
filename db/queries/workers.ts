import type { Database } from '#db/client.ts';

export interface WorkerRow {
  id: string;
  kind: string;
  started_at: Date;
  seen_at: Date;
  leased: number;
}

/** Every worker that was heard of within the hour, with how many jobs it has. */
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
      'workers.seen_at',
      eb.fn.coalesce('held.leased', eb.lit(0)).as('leased'),
    ])
    .orderBy('workers.started_at')
    .execute();
}
