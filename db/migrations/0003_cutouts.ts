import { type Kysely, sql } from 'kysely';

/** Versions that are made of other versions: how, by which job, and why it was not possible. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table asset_versions
     alter column made_how type jsonb using to_jsonb(made_how),
     add column recipe_sha256 text constraint recipe_is_hex check (recipe_sha256 ~ '^[0-9a-f]{64}$'),
     add column job_id uuid,
     add constraint a_cutout_says_how_it_was_made check
       (kind <> 'cutout' or (made_how is not null and recipe_sha256 is not null and job_id is not null))`,
  `create unique index one_version_a_recipe on asset_versions (asset_id, recipe_sha256)`,
  `create index asset_versions_by_job on asset_versions (job_id) where job_id is not null`,
  // What failed for good, until somebody asks for it again.
  `create table cutout_failures (
     asset_id uuid not null references assets (id),
     recipe_sha256 text not null,
     made_how jsonb not null,
     job_id uuid not null,
     code text not null,
     message text not null,
     failed_at timestamptz not null default clock_timestamp(),
     primary key (asset_id, recipe_sha256)
   )`,
  `create index cutout_failures_by_job on cutout_failures (job_id)`,
  // Which cut-outs of a photo are under way: asked by every look at its page.
  `create index cutout_jobs_by_asset on jobs ((payload ->> 'asset_id')) where queue = 'cutout'`,
];
