import { sql } from 'kysely';
import type { Database } from '#db/client.ts';

export interface SeriesRow {
  name: string;
  labels: string;
  value: number;
}

/** Adds what a process counted. In one order, so that processes which flush at once never wait in a ring. */
export async function addToSeries(db: Database, deltas: readonly SeriesRow[]): Promise<void> {
  await sql`
    insert into metric_series (name, labels, value)
    select name, labels, value
    from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as delta (name text, labels text, value float8)
    order by name, labels
    on conflict (name, labels) do update set value = metric_series.value + excluded.value`.execute(db);
}

export async function listSeries(db: Database): Promise<SeriesRow[]> {
  return db.selectFrom('metric_series').select(['name', 'labels', 'value']).execute();
}
