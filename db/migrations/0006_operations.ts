import { type Kysely, sql } from 'kysely';

const statements = [
  // The way back from the dead letters: a letter is open until it was requeued or dismissed.
  `alter table dead_jobs
     add column dismissed_at timestamptz,
     add column settled_by uuid references users (id),
     add column requeues smallint not null default 0,
     add constraint a_letter_is_settled_one_way check (requeued_at is null or dismissed_at is null)`,
  `create index dead_jobs_open on dead_jobs (died_at) where requeued_at is null and dismissed_at is null`,
  // Where the inbox lags: what is claimed and not completed, few rows of all.
  `create index inbox_processing on consumer_inbox (claimed_at) where state = 'PROCESSING'`,

  // What processes count and measure, summed over all of them: each adds what came since it last did.
  `create table metric_series (
     name text not null,
     -- JSON with sorted keys, so that equal labels are equal texts.
     labels text not null,
     value double precision not null,
     constraint one_row_a_series primary key (name, labels)
   ) with (fillfactor = 50)`,

  // How the queues stood, every few seconds; the plots of the operations page are made of it.
  `create table queue_samples (
     at timestamptz not null,
     queue text not null,
     -- Empty where the work is done before any audience is known.
     audience text not null,
     ready integer not null,
     delayed integer not null,
     leased integer not null,
     oldest_seconds real not null,
     -- Cumulative, as the metrics are.
     done_total double precision not null,
     failed_total double precision not null,
     constraint one_sample_a_moment primary key (at, queue, audience)
   )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
