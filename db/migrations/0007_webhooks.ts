import { type Kysely, sql } from 'kysely';

const statements = [
  // An address of another system that is told of events.
  `create table webhooks (
     id uuid primary key,
     url text not null,
     description text not null default '',
     event_types text[] not null constraint a_webhook_is_told_of_something check (cardinality(event_types) > 0),
     sealed_secret bytea not null,
     created_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     disabled_at timestamptz,
     disabled_reason text,
     constraint disabled_says_why check ((disabled_at is null) = (disabled_reason is null))
   )`,
  // One row an attempt, successful or not: the delivery log.
  `create table webhook_attempts (
     id bigint generated always as identity primary key,
     webhook_id uuid not null references webhooks (id),
     event_id uuid not null,
     event_type text not null,
     attempt smallint not null,
     at timestamptz not null default clock_timestamp(),
     duration_ms integer not null,
     status integer,
     error text,
     constraint an_attempt_ended_somehow check (status is not null or error is not null)
   )`,
  `create index webhook_attempts_by_webhook on webhook_attempts (webhook_id, id desc)`,
  `create index webhook_attempts_by_event on webhook_attempts (event_id)`,
  `create index webhook_attempts_by_age on webhook_attempts (at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
