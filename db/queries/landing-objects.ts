import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

const now = sql<Date>`clock_timestamp()`;

/** Uploads older than the grace whose bytes nobody has told of, in the order of their ids from `afterId` on. */
export async function listWaitingUploads(
  db: Database,
  page: { graceSeconds: number; abandonedHours: number; afterId: string | undefined; limit: number },
): Promise<{ id: string; object_key: string; given_up: boolean }[]> {
  let query = db
    .selectFrom('assets')
    .select(['id', 'object_key'])
    // A URL that was signed lately keeps an old upload alive.
    .select(
      sql<boolean>`greatest(created_at + ${page.abandonedHours} * interval '1 hour', upload_expires_at) < ${now}`.as(
        'given_up',
      ),
    )
    .where('status', '=', 'UPLOADING')
    .where('created_at', '<', sql<Date>`${now} - ${page.graceSeconds} * interval '1 second'`)
    .orderBy('id')
    .limit(page.limit);
  if (page.afterId !== undefined) query = query.where('id', '>', page.afterId);
  return query.execute();
}

/**
 * Landing objects that nothing needs any more: the asset is settled, and no URL can write there. Where the bytes
 * may still be asked for (a person's retry), they stay until the asset is dismissed, binned or this old.
 */
function selectSpentLandings(db: Database | Trx, keptHours: number) {
  return db
    .selectFrom('assets')
    .select(['id', 'object_key'])
    .where('status', 'in', ['READY', 'FAILED'])
    .where('settled_at', 'is not', null)
    .where('landing_deleted_at', 'is', null)
    .where((eb) => eb.or([eb('upload_expires_at', 'is', null), eb('upload_expires_at', '<', now)]))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'READY'),
        eb.and([eb('registered_at', 'is', null), eb('failure', '<>', 'product_full')]),
        eb('failure_dismissed_at', 'is not', null),
        eb('binned_at', 'is not', null),
        eb('settled_at', '<', sql<Date>`${now} - ${keptHours} * interval '1 hour'`),
      ]),
    );
}

export async function listSpentLandings(
  db: Database,
  options: { keptHours: number; limit: number },
): Promise<{ id: string; object_key: string }[]> {
  return selectSpentLandings(db, options.keptHours).orderBy('settled_at').limit(options.limit).execute();
}

/** Looks again under the lock: a retry may have taken the asset up meanwhile, which waits for this lock. */
export async function lockSpentLanding(
  trx: Trx,
  assetId: string,
  keptHours: number,
): Promise<{ id: string; object_key: string } | undefined> {
  return selectSpentLandings(trx, keptHours).where('id', '=', assetId).forUpdate().executeTakeFirst();
}

export async function markLandingDeleted(trx: Trx, assetId: string): Promise<void> {
  await trx.updateTable('assets').set({ landing_deleted_at: now }).where('id', '=', assetId).execute();
}
