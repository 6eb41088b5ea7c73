import { lockOpenLetter, markLetterDismissed } from '#db/queries/dead-jobs.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { DeadFilter } from './dead-filter.ts';
import { mostAtOnce } from './requeue-dead.ts';
import { type DeadSettled, settleDead } from './settle-dead.ts';

/**
 * Takes the dead letters of a filter off the list: somebody looked and nothing is to be done. What the death wrote
 * elsewhere stays, so a render that failed for good is still answered as failed.
 */
export function dismissDead(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  filter: DeadFilter,
): Promise<DeadSettled> {
  return settleDead(db, filter, mostAtOnce, (id) =>
    db.transaction().execute(async (trx) => {
      const letter = await lockOpenLetter(trx, id);
      if (!letter) return false;
      await markLetterDismissed(trx, id, personId(caller));
      await recordAudit(trx, caller, {
        action: 'job.dismissed',
        subjectKind: 'job',
        subjectId: id,
        detail: { queue: letter.queue, key: letter.dedup_key, category: letter.last_error_category },
      });
      return true;
    }),
  );
}
