import { type Kysely, sql } from 'kysely';

/** Images of marks, which no product owns, and how long a file took to make, by which a change of policy is weighed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The reference keeps the master: whoever removes masters meets it.
  `create table mark_images (
     sha256 text primary key references masters (sha256),
     name text not null constraint mark_image_has_a_name check (length(trim(name)) between 1 and 200),
     uploaded_by uuid not null references users (id),
     created_at timestamptz not null default clock_timestamp(),
     retired_at timestamptz,
     retired_by uuid references users (id),
     constraint retired_says_by_whom check ((retired_at is null) = (retired_by is null))
   )`,
  `create table mark_uploads (
     id uuid primary key,
     uploaded_by uuid not null references users (id),
     name text not null,
     object_key text not null constraint one_mark_a_landing_key unique,
     declared_type text not null,
     declared_bytes bigint not null constraint declared_mark_bytes_are_positive check (declared_bytes > 0),
     url_expires_at timestamptz not null,
     sha256 text references mark_images (sha256),
     created_at timestamptz not null default clock_timestamp()
   )`,
  `create index mark_uploads_by_expiry on mark_uploads (url_expires_at)`,
  `alter table derivatives add column work_ms integer
     constraint work_takes_time check (work_ms >= 0)`,
  `create index derivatives_measured on derivatives (media_type, made_at desc)
     include (audience, format, work_ms) where work_ms is not null`,
];
