import { type Kysely, sql } from 'kysely';

/**
 * What is taken out of use, found damaged, made anew and removed. Evidence outlives the bytes: a retired derivative
 * keeps its row and manifest, a purged asset its approvals, and both go on naming a master that may be gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const name = `source_hash text not null,
     audience text not null,
     policy_version integer not null,
     format text not null`;

const statements = [
  // Retiring -------------------------------------------------------------------------------------------
  `alter table derivatives
     add column retired_why text constraint retirement_is_known
       check (retired_why in ('retention', 'by_hand', 'damaged', 'lost', 'master_removed')),
     add column retired_by uuid references users (id),
     add column retired_reason text,
     add column objects_deleted_at timestamptz,
     add constraint retired_says_why check ((retired_at is null) = (retired_why is null)),
     add constraint only_retired_files_lose_their_objects check (objects_deleted_at is null or retired_at is not null)`,
  `create index derivatives_with_objects_to_delete on derivatives (retired_at)
     where retired_at is not null and objects_deleted_at is null`,
  `create index derivatives_by_master on derivatives (master_sha256) where retired_at is null`,
  // One row a request to make a published name anew, under a new fence; who asked, and how it ended.
  `create table derivative_remakes (
     id uuid primary key,
     ${name},
     job_id uuid not null,
     -- The attempt whose files are replaced.
     replaced_fence bigint not null,
     accepts_new_bytes boolean not null default false,
     reason text not null,
     requested_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     settled_at timestamptz,
     outcome text constraint outcome_is_known
       check (outcome in ('same_bytes', 'new_bytes', 'bytes_differ', 'failed', 'dropped')),
     constraint settled_says_how check ((settled_at is null) = (outcome is null)),
     foreign key (source_hash, audience, policy_version, format) references derivatives
   )`,
  `create unique index one_open_remake_a_name on derivative_remakes (source_hash, audience, policy_version, format)
     where settled_at is null`,
  `create index derivative_remakes_by_policy on derivative_remakes (audience, policy_version, created_at desc)`,

  // Inspection -----------------------------------------------------------------------------------------
  `create table inspections (
     id uuid primary key,
     -- Null with the version: everything.
     audience text,
     policy_version integer,
     all_bytes boolean not null,
     requeues boolean not null default false,
     requested_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     rows_expected integer not null,
     -- Of so many files the bytes of one are read.
     sample_every integer not null constraint samples_are_taken check (sample_every >= 1),
     phase text not null default 'rows' constraint phase_is_known check (phase in ('rows', 'objects', 'done')),
     -- Where the phase goes on: the last name, or the last key, that was looked at.
     position text not null default '',
     rows_checked integer not null default 0,
     files_read integer not null default 0,
     bytes_read bigint not null default 0,
     objects_checked integer not null default 0,
     finished_at timestamptz,
     failure text,
     constraint version_has_an_audience check (policy_version is null or audience is not null),
     foreign key (audience, policy_version) references policy_versions (audience, version)
   )`,
  `create index inspections_latest on inspections (audience, policy_version, created_at desc)`,
  `create table inspection_findings (
     inspection_id uuid not null references inspections (id) on delete cascade,
     object_key text not null,
     kind text not null constraint kind_is_known check (kind in
       ('object_missing', 'size_differs', 'hash_differs', 'manifest_missing', 'manifest_differs', 'orphan')),
     -- Null for an orphan, which no row names.
     source_hash text,
     audience text,
     policy_version integer,
     format text,
     fence bigint,
     expected text,
     found text,
     created_at timestamptz not null default clock_timestamp(),
     constraint one_finding_an_object primary key (inspection_id, object_key)
   )`,

  // Removal --------------------------------------------------------------------------------------------
  // A purged asset and a retired derivative name masters that are gone; what is written anew must name one that is there.
  `alter table asset_versions drop constraint asset_versions_master_sha256_fkey`,
  `alter table derivatives drop constraint derivatives_master_sha256_fkey`,
  `create function require_master() returns trigger language plpgsql as
     $$ begin
       perform from masters where sha256 = new.master_sha256 and state = 'present' for key share;
       if not found then raise exception 'master % is not there', new.master_sha256 using errcode = 'foreign_key_violation'; end if;
       return new;
     end $$`,
  ...['asset_versions', 'derivatives'].map(
    (table) =>
      `create trigger ${table}_name_a_master_that_is_there before insert on ${table}
         for each row execute function require_master()`,
  ),
  `alter table assets
     add column purged_at timestamptz,
     add constraint purged_from_the_bin check (purged_at is null or binned_at is not null)`,
  `create index assets_in_the_bin on assets (binned_at) where binned_at is not null and purged_at is null`,

  // Reconciliation -------------------------------------------------------------------------------------
  `create table reconciliations (
     id uuid primary key,
     dry_run boolean not null,
     all_bytes boolean not null,
     requested_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     step text not null default '',
     position text not null default '',
     finished_at timestamptz,
     failure text
   )`,
  `create index reconciliations_latest on reconciliations (created_at desc)`,
  `create table reconciliation_acts (
     reconciliation_id uuid not null references reconciliations (id) on delete cascade,
     kind text not null,
     subject text not null,
     act text not null,
     detail text not null,
     created_at timestamptz not null default clock_timestamp(),
     constraint one_act_a_subject primary key (reconciliation_id, kind, subject)
   )`,
];
