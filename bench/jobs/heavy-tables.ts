import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '#db/client.ts';

/** Jobs that are ready and wait, all older than what a round puts behind them. */
export async function fillWaiting(db: Database, count: number): Promise<void> {
  await sql`
    insert into jobs (id, queue, run_at, deadline, payload)
    select uuidv7(), 'plan', clock_timestamp(), clock_timestamp() + interval '7 days',
      jsonb_build_object('n', n)
    from generate_series(1, ${count}::integer) as n`.execute(db);
  await sql`vacuum analyze jobs`.execute(db);
}

/**
 * A transaction that saw the table before `count` jobs went through it and stays open: nothing of them can be
 * vacuumed away, and every look at the head of the queue meets what is left of them.
 */
export async function holdVacuumBack(url: string, db: Database, count: number): Promise<() => Promise<void>> {
  const old = new pg.Client({ connectionString: url });
  await old.connect();
  await old.query('begin isolation level repeatable read');
  await old.query('select count(*) from jobs');
  await fillWaiting(db, count);
  await sql`
    update jobs set fence = nextval('fences'), attempts = 1, leased_by = 'nobody',
      lease_until = clock_timestamp() + interval '30 seconds'`.execute(db);
  await sql`delete from jobs`.execute(db);
  return () => old.end();
}

/** What `count` jobs that are done have left behind: their events, handled and published. */
export async function fillHistory(db: Database, count: number): Promise<void> {
  await sql`
    insert into consumer_inbox (consumer, event_id, state, fence, outcome, completed_at)
    select 'bench', gen_random_uuid(), 'COMPLETED', n, 'nothing', clock_timestamp()
    from generate_series(1, ${count}::integer) as n`.execute(db);
  await sql`
    insert into outbox_events (event_id, type, key, payload, published_at)
    select gen_random_uuid(), 'AssetReady', 'bench', jsonb_build_object('n', n), clock_timestamp()
    from generate_series(1, ${count}::integer) as n`.execute(db);
  await sql`vacuum analyze consumer_inbox, outbox_events`.execute(db);
}
