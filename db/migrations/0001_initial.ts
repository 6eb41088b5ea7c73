import { type Kysely, sql } from 'kysely';

/**
 * The first schema, in the order of the flow. Facts are rows: an approval, a withdrawal, an activation are
 * inserted and never edited. Constraints are named as the sentence they enforce.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One global sequence gives every claim its fencing token, so tokens compare across tables.
  `create sequence fences`,

  // People ---------------------------------------------------------------------------------------------
  `create table users (
     id uuid primary key,
     email text not null constraint email_is_lower_case check (email = lower(email)),
     name text not null,
     role text not null constraint role_is_known
       check (role in ('admin', 'editor', 'support', 'operator', 'member')),
     password_hash text not null,
     session_epoch integer not null default 1,
     disabled_at timestamptz,
     created_at timestamptz not null default clock_timestamp(),
     constraint one_account_an_email unique (email)
   )`,
  `create table api_tokens (
     id uuid primary key,
     user_id uuid not null references users (id),
     name text not null,
     token_sha256 bytea not null constraint one_row_a_token unique,
     created_at timestamptz not null default clock_timestamp(),
     last_used_at timestamptz,
     revoked_at timestamptz
   )`,

  // Products and uploads -------------------------------------------------------------------------------
  `create table products (
     id uuid primary key,
     name text not null constraint product_has_a_name check (length(trim(name)) between 1 and 200),
     sku text constraint sku_is_unique unique,
     created_by uuid not null references users (id),
     created_at timestamptz not null default clock_timestamp(),
     hero_asset_id uuid
   )`,
  `create table masters (
     sha256 text primary key constraint sha256_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
     byte_size bigint not null,
     media_type text not null,
     extension text not null,
     width integer not null,
     height integer not null,
     has_alpha boolean not null,
     pages integer not null,
     facts jsonb not null,
     exif jsonb,
     perceptual_hash text not null,
     thumb_hash text not null,
     state text not null default 'present' constraint master_state_is_known check (state in ('present', 'deleting')),
     created_at timestamptz not null default clock_timestamp()
   )`,
  `create table assets (
     id uuid primary key,
     owner_id uuid not null references users (id),
     product_id uuid not null references products (id),
     idempotency_key text not null constraint idempotency_key_fits check (length(idempotency_key) between 1 and 200),
     request_sha256 text not null,
     object_key text not null constraint one_asset_a_landing_key unique,
     filename text not null,
     declared_type text not null,
     declared_bytes bigint not null constraint declared_bytes_are_positive check (declared_bytes > 0),
     declared_sha256 text,
     status text not null constraint asset_status_is_known
       check (status in ('UPLOADING', 'PROCESSING', 'READY', 'FAILED')),
     failure text,
     failure_detail text,
     failure_dismissed_at timestamptz,
     landed_etag text,
     landed_version_id text,
     landed_bytes bigint,
     landed_type text,
     notes jsonb not null default '[]',
     title text not null default '',
     alt_text text not null default '',
     position double precision not null default 0,
     multipart_upload_id text,
     upload_expires_at timestamptz,
     landing_deleted_at timestamptz,
     registered_at timestamptz,
     completion_answered_at timestamptz,
     settled_at timestamptz,
     binned_at timestamptz,
     binned_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     updated_at timestamptz not null default clock_timestamp(),
     constraint one_asset_a_request unique (owner_id, idempotency_key),
     constraint failed_says_why check ((status = 'FAILED') = (failure is not null)),
     constraint registered_has_landed check (status in ('UPLOADING', 'FAILED') or landed_etag is not null)
   )`,
  // The moves of `mayBecome` in lib/lifecycle.ts.
  `create function refuse_asset_move() returns trigger language plpgsql as
     $$ begin raise exception 'an asset does not go from % to %', old.status, new.status; end $$`,
  `create trigger assets_move_along_their_lifecycle before update of status on assets for each row
     when (old.status <> new.status and (old.status, new.status) not in (
       ('UPLOADING', 'PROCESSING'), ('UPLOADING', 'FAILED'), ('PROCESSING', 'READY'), ('PROCESSING', 'FAILED'),
       ('FAILED', 'PROCESSING')))
     execute function refuse_asset_move()`,
  `create index assets_by_product on assets (product_id, position, created_at)`,
  `create index assets_newest on assets (created_at desc, id desc)`,
  `create index assets_in_flight on assets (created_at) where status in ('UPLOADING', 'PROCESSING')`,
  `create index assets_with_a_landing_object on assets (settled_at)
     where landing_deleted_at is null and status in ('READY', 'FAILED')`,
  `alter table products add constraint hero_is_an_asset foreign key (hero_asset_id) references assets (id)`,
  `create table registration_failures (
     id uuid primary key,
     object_key text not null,
     asset_id uuid references assets (id),
     request_id text not null,
     error text not null,
     created_at timestamptz not null default clock_timestamp(),
     repaired_at timestamptz
   )`,

  // Versions and approvals -----------------------------------------------------------------------------
  `create table asset_versions (
     asset_id uuid not null references assets (id),
     number integer not null constraint versions_count_from_one check (number >= 1),
     kind text not null constraint version_kind_is_known check (kind in ('original', 'cutout')),
     master_sha256 text not null references masters (sha256),
     edits jsonb,
     source_hash text not null constraint source_hash_is_hex check (source_hash ~ '^[0-9a-f]{64}$'),
     made_how text,
     created_at timestamptz not null default clock_timestamp(),
     primary key (asset_id, number)
   )`,
  `create index asset_versions_by_source on asset_versions (source_hash)`,
  `create index asset_versions_by_master on asset_versions (master_sha256)`,
  `create table audiences (
     slug text primary key constraint audience_is_a_slug check (slug ~ '^[a-z][a-z0-9-]{0,39}$'),
     name text not null,
     purpose text not null constraint purpose_is_known
       check (purpose in ('internal review', 'classroom download', 'partner campaign', 'public listing')),
     icon text not null,
     hue text not null,
     position integer not null,
     created_at timestamptz not null default clock_timestamp()
   )`,
  `create table memberships (
     user_id uuid not null references users (id),
     audience text not null references audiences (slug),
     scope text not null default 'all' constraint scope_is_known check (scope in ('all', 'listed')),
     created_at timestamptz not null default clock_timestamp(),
     primary key (user_id, audience)
   )`,
  // A scope of 'listed' with no rows here sees nothing: taking the last product away never widens access.
  `create table membership_products (
     user_id uuid not null,
     audience text not null,
     product_id uuid not null references products (id),
     primary key (user_id, audience, product_id),
     foreign key (user_id, audience) references memberships (user_id, audience) on delete cascade
   )`,
  `create table approvals (
     id uuid primary key,
     asset_id uuid not null,
     version integer not null,
     approved_by uuid not null references users (id),
     note text not null default '',
     publish_from timestamptz,
     publish_until timestamptz,
     created_at timestamptz not null default clock_timestamp(),
     foreign key (asset_id, version) references asset_versions (asset_id, number),
     constraint window_opens_before_it_closes check (publish_from < publish_until)
   )`,
  `create index approvals_by_asset on approvals (asset_id, created_at desc)`,
  `create table approval_audiences (
     approval_id uuid not null references approvals (id),
     audience text not null references audiences (slug),
     primary key (approval_id, audience)
   )`,
  `create table approval_withdrawals (
     approval_id uuid primary key references approvals (id),
     withdrawn_by uuid references users (id),
     reason text not null,
     created_at timestamptz not null default clock_timestamp()
   )`,

  // Policies -------------------------------------------------------------------------------------------
  `create table policy_versions (
     audience text not null references audiences (slug),
     version integer not null constraint policy_versions_count_from_one check (version >= 1),
     contracts jsonb not null,
     note text not null,
     created_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     primary key (audience, version)
   )`,
  // Activations and suspensions share one sequence: the later row wins, whatever the clocks said.
  `create sequence policy_decisions`,
  `create table policy_activations (
     id bigint primary key default nextval('policy_decisions'),
     audience text not null,
     policy_version integer not null,
     replaced_version integer,
     reason text not null,
     activated_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     foreign key (audience, policy_version) references policy_versions (audience, version)
   )`,
  `create index policy_activations_latest on policy_activations (audience, id desc)`,
  `create table policy_suspensions (
     id bigint primary key default nextval('policy_decisions'),
     audience text not null,
     policy_version integer not null,
     fallback_version integer,
     reason text not null,
     suspended_by uuid references users (id),
     created_at timestamptz not null default clock_timestamp(),
     foreign key (audience, policy_version) references policy_versions (audience, version),
     foreign key (audience, fallback_version) references policy_versions (audience, version),
     constraint fallback_is_another_version check (fallback_version <> policy_version)
   )`,
  // draft: never activated; suspended: its last suspension came after its last activation.
  `create view policy_version_states as
     select v.audience, v.version,
       case
         when last_activation.id is null then 'draft'
         when last_suspension.id > last_activation.id then 'suspended'
         when current_activation.policy_version = v.version then 'active'
         else 'superseded'
       end as state,
       coalesce(current_activation.policy_version = v.version, false) as is_current,
       case when last_suspension.id > last_activation.id then last_suspension.fallback_version end as fallback_version,
       last_activation.id as last_activation_id
     from policy_versions v
     left join lateral (select max(a.id) as id from policy_activations a
       where a.audience = v.audience and a.policy_version = v.version) last_activation on true
     left join lateral (select s.id, s.fallback_version from policy_suspensions s
       where s.audience = v.audience and s.policy_version = v.version
       order by s.id desc limit 1) last_suspension on true
     left join lateral (select a.policy_version from policy_activations a
       where a.audience = v.audience order by a.id desc limit 1) current_activation on true`,

  // Jobs -----------------------------------------------------------------------------------------------
  `create table jobs (
     id uuid primary key,
     queue text not null,
     priority smallint not null default 0,
     run_at timestamptz not null default clock_timestamp(),
     deadline timestamptz,
     attempts smallint not null default 0,
     max_attempts smallint not null default 8,
     fence bigint,
     lease_until timestamptz,
     leased_by text,
     dedup_key text,
     actor_id uuid,
     audience text,
     payload jsonb not null,
     last_error_category text,
     last_error text,
     created_at timestamptz not null default clock_timestamp(),
     constraint a_lease_has_a_fence check (lease_until is null or fence is not null)
   ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
     autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000)`,
  `create index jobs_ready on jobs (queue, priority, run_at, id) where lease_until is null`,
  `create index jobs_by_actor on jobs (actor_id) where actor_id is not null`,
  // What people who are not signed in wait for: counted at each of their requests, and few of all jobs.
  `create index jobs_asked_by_nobody on jobs (audience) where actor_id is null and priority >= 20`,
  `create index jobs_leased on jobs (lease_until) where lease_until is not null`,
  `create unique index one_live_job_a_key on jobs (queue, dedup_key) where dedup_key is not null`,
  `create table dead_jobs (
     id uuid primary key,
     queue text not null,
     priority smallint not null,
     deadline timestamptz,
     attempts smallint not null,
     max_attempts smallint not null,
     dedup_key text,
     actor_id uuid,
     audience text,
     payload jsonb not null,
     last_error_category text not null,
     last_error text not null,
     created_at timestamptz not null,
     died_at timestamptz not null default clock_timestamp(),
     requeued_at timestamptz
   )`,
  `create index dead_jobs_by_key on dead_jobs (queue, dedup_key)`,
  // Workers say they are alive here; the operations page and readiness read it.
  `create table workers (
     id text primary key,
     kind text not null,
     started_at timestamptz not null default clock_timestamp(),
     seen_at timestamptz not null default clock_timestamp()
   )`,

  // When each periodic duty last had its turn: one worker of many takes it.
  `create table duties (
     name text primary key,
     ran_at timestamptz not null default clock_timestamp()
   )`,

  // Events ---------------------------------------------------------------------------------------------
  `create table consumer_inbox (
     consumer text not null,
     event_id uuid not null,
     state text not null constraint inbox_state_is_known check (state in ('PROCESSING', 'COMPLETED')),
     fence bigint not null,
     lease_owner text,
     lease_until timestamptz,
     outcome text,
     claimed_at timestamptz not null default clock_timestamp(),
     completed_at timestamptz,
     constraint one_row_an_event primary key (consumer, event_id),
     constraint completed_has_no_lease check ((state = 'COMPLETED') = (lease_until is null)),
     constraint completed_says_when check ((state = 'COMPLETED') = (completed_at is not null))
   )`,
  `create table outbox_events (
     event_id uuid primary key,
     type text not null,
     key text not null,
     payload jsonb not null,
     causation_id uuid,
     request_id text,
     trace_id text,
     created_at timestamptz not null default clock_timestamp(),
     published_at timestamptz
   )`,
  `create index outbox_unpublished on outbox_events (created_at) where published_at is null`,

  // Derivatives ----------------------------------------------------------------------------------------
  `create table derivatives (
     source_hash text not null,
     audience text not null,
     policy_version integer not null,
     format text not null,
     master_sha256 text not null references masters (sha256),
     object_key text not null constraint one_row_an_object unique,
     manifest_key text not null,
     sha256 text not null,
     byte_size bigint not null,
     media_type text not null,
     width integer not null,
     height integer not null,
     has_alpha boolean not null,
     manifest jsonb not null,
     job_id uuid not null,
     fence bigint not null,
     made_at timestamptz not null default clock_timestamp(),
     retired_at timestamptz,
     constraint one_derivative_a_name primary key (source_hash, audience, policy_version, format),
     foreign key (audience, policy_version) references policy_versions (audience, version)
   )`,
  `create index derivatives_by_job on derivatives (job_id)`,
  `create index derivatives_by_sha256 on derivatives (sha256)`,
  `create index derivatives_by_policy on derivatives (audience, policy_version) where retired_at is null`,
  // A render that failed for good is remembered, so asking again answers the failure.
  `create table derivative_failures (
     source_hash text not null,
     audience text not null,
     policy_version integer not null,
     format text not null,
     job_id uuid not null,
     code text not null,
     message text not null,
     failed_at timestamptz not null default clock_timestamp(),
     primary key (source_hash, audience, policy_version, format)
   )`,
  `create index derivative_failures_by_job on derivative_failures (job_id)`,

  // Record ---------------------------------------------------------------------------------------------
  `create table audit_log (
     id bigint generated always as identity primary key,
     at timestamptz not null default clock_timestamp(),
     actor_id uuid,
     actor_kind text not null,
     action text not null,
     subject_kind text not null,
     subject_id text not null,
     request_id text,
     trace_id text,
     result text not null,
     detail jsonb not null default '{}'
   )`,
  `create index audit_log_by_subject on audit_log (subject_kind, subject_id, id desc)`,
  `create index audit_log_by_actor on audit_log (actor_id, id desc) where actor_id is not null`,
  `create function refuse_change() returns trigger language plpgsql as
     $$ begin raise exception '% rows never change', tg_table_name; end $$`,
  ...[
    'audit_log',
    'policy_versions',
    'policy_activations',
    'policy_suspensions',
    'approvals',
    'asset_versions',
  ].map(
    (table) =>
      `create trigger ${table}_never_change before update or delete on ${table}
         for each row execute function refuse_change()`,
  ),
];
