import { listSpentLandings, lockSpentLanding, markLandingDeleted } from '#db/queries/landing-objects.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { discardLanding } from './discard-landing.ts';

const batch = 500;

/**
 * Deletes landing objects of settled assets whose last URL has expired; answers how many. One that cannot be deleted
 * keeps no other waiting. Ends early once `signal` is aborted.
 */
export async function clearLandings(
  services: Services,
  caller: Caller,
  signal?: AbortSignal,
): Promise<number> {
  const keptHours = services.env.UPLOAD_ABANDONED_HOURS;
  let cleared = 0;
  for (const { id } of await listSpentLandings(services.db, { keptHours, limit: batch })) {
    if (signal?.aborted) break;
    try {
      if (await clearLanding(services, caller, id, keptHours)) cleared += 1;
    } catch (error) {
      services.log.warn({ asset_id: id, error: String(error) }, 'a landing object could not be cleared');
    }
  }
  return cleared;
}

/** The row is locked meanwhile, so that a photo that is let in late never loses its bytes under way. */
async function clearLanding(
  services: Services,
  caller: Caller,
  assetId: string,
  keptHours: number,
): Promise<boolean> {
  return services.db.transaction().execute(async (trx) => {
    const landing = await lockSpentLanding(trx, assetId, keptHours);
    if (!landing) return false;
    await discardLanding(services, landing.object_key);
    await markLandingDeleted(trx, landing.id);
    await recordAudit(trx, caller, {
      action: 'asset.landing_deleted',
      subjectKind: 'asset',
      subjectId: landing.id,
      detail: { object_key: landing.object_key },
    });
    return true;
  });
}
