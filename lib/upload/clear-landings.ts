import { listSpentLandings, lockSpentLanding, markLandingDeleted } from '#db/queries/landing-objects.ts';
import type { Services } from '#lib/services.ts';
import { discardLanding } from './discard-landing.ts';

const batch = 500;

/**
 * Deletes landing objects of settled assets whose last URL has expired; answers how many. The row is locked
 * meanwhile, so that a photo that is let in late never loses its bytes under way.
 */
export async function clearLandings(services: Services): Promise<number> {
  const keptHours = services.env.UPLOAD_ABANDONED_HOURS;
  let cleared = 0;
  for (const spent of await listSpentLandings(services.db, { keptHours, limit: batch })) {
    const done = await services.db.transaction().execute(async (trx) => {
      const landing = await lockSpentLanding(trx, spent.id, keptHours);
      if (!landing) return false;
      await discardLanding(services, landing.object_key);
      await markLandingDeleted(trx, landing.id);
      return true;
    });
    if (done) cleared += 1;
  }
  return cleared;
}
