import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

/** The original that a cut-out is made from: the named version, or the newest. Staff's eyes only. */
export async function unsafeFindCutoutBase(db: Database | Trx, assetId: string, version?: number) {
  return db
    .selectFrom('asset_versions')
    .innerJoin('masters', 'masters.sha256', 'asset_versions.master_sha256')
    .where('asset_versions.asset_id', '=', assetId)
    .where('asset_versions.kind', '=', 'original')
    .where('masters.state', '=', 'present')
    .$if(version !== undefined, (query) => query.where('asset_versions.number', '=', version ?? 0))
    .select(['asset_versions.number', 'asset_versions.edits', 'masters.sha256', 'masters.facts'])
    .orderBy('asset_versions.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findVersionOfRecipe(db: Database | Trx, assetId: string, recipeSha256: string) {
  return db
    .selectFrom('asset_versions')
    .where('asset_id', '=', assetId)
    .where('recipe_sha256', '=', recipeSha256)
    .select(['number', 'job_id'])
    .executeTakeFirst();
}

/** Cut-outs of a photo that are under way, the oldest first. */
export async function unsafeListCutoutJobs(db: Database | Trx, assetId: string) {
  return db
    .selectFrom('jobs')
    .where('queue', '=', 'cutout')
    .where(sql<string>`payload ->> 'asset_id'`, '=', assetId)
    .select(['id', 'payload', 'attempts', 'created_at', 'last_error_category'])
    .select(sql<boolean>`lease_until is not null`.as('is_running'))
    .orderBy('created_at')
    .execute();
}

export async function countCutoutJobsOf(db: Database | Trx, actorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .where('queue', '=', 'cutout')
    .where('actor_id', '=', actorId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function unsafeListCutoutFailures(db: Database | Trx, assetId: string) {
  return db
    .selectFrom('cutout_failures')
    .where('asset_id', '=', assetId)
    .select(['recipe_sha256', 'made_how', 'job_id', 'code', 'message', 'failed_at'])
    .orderBy('failed_at', 'desc')
    .execute();
}

export interface CutoutFailureRow {
  asset_id: string;
  recipe_sha256: string;
  made_how: string;
  job_id: string;
  code: string;
  message: string;
}

/** The newest failure of a recipe is the one that is shown. */
export async function rememberCutoutFailure(trx: Trx, failure: CutoutFailureRow): Promise<void> {
  const { asset_id, recipe_sha256, ...changed } = failure;
  await trx
    .insertInto('cutout_failures')
    .values(failure)
    .onConflict((conflict) =>
      conflict
        .columns(['asset_id', 'recipe_sha256'])
        .doUpdateSet({ ...changed, failed_at: sql`clock_timestamp()` }),
    )
    .execute();
}

export async function forgetCutoutFailure(trx: Trx, assetId: string, recipeSha256: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('cutout_failures')
    .where('asset_id', '=', assetId)
    .where('recipe_sha256', '=', recipeSha256)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
