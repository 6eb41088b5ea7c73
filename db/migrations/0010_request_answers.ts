import { type Kysely, sql } from 'kysely';

const statements = [
  // What a write was answered under the id that its sender gave it. Under way while `answered_at` is null: then
  // `owner` alone may commit its effect, and after `lease_until` somebody else may become the owner.
  `create table request_answers (
     actor text not null,
     operation text not null,
     request_id text not null constraint request_id_fits check (length(request_id) between 1 and 200),
     input_sha256 text not null,
     owner uuid not null,
     lease_until timestamptz not null,
     committed_at timestamptz,
     answered_at timestamptz,
     status smallint,
     headers jsonb,
     body text,
     created_at timestamptz not null default clock_timestamp(),
     constraint one_answer_a_request primary key (actor, operation, request_id),
     constraint an_answer_is_whole check ((answered_at is null) = (status is null))
   )`,
  `create index request_answers_by_age on request_answers (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
