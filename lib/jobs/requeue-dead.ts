import { lockOpenLetter, markRequeued, reviveJob } from '#db/queries/dead-jobs.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { DeadFilter } from './dead-filter.ts';
import type { DeadJob, JobHandlers } from './job.ts';
import { JobError } from './job-error.ts';
import { type Queue, queues } from './queues.ts';
import { type DeadSettled, settleDead } from './settle-dead.ts';

interface Needed {
  db: Services['db'];
  env: Pick<Services['env'], 'MAX_PHOTOS_PER_PRODUCT'>;
}

/** One call takes a few seconds at most; whoever wants more calls again. */
export const mostAtOnce = 1000;

/**
 * Sends the dead letters of a filter back into their queues: under their own ids, with all attempts and their whole
 * message, and with what their death wrote elsewhere taken back, so that a failed render is tried again.
 */
export function requeueDead(
  services: Needed,
  handlers: JobHandlers,
  caller: Caller,
  filter: DeadFilter,
): Promise<DeadSettled> {
  return settleDead(services.db, filter, mostAtOnce, (id) => requeue(services, handlers, caller, id));
}

async function requeue(
  services: Needed,
  handlers: JobHandlers,
  caller: Caller,
  id: string,
): Promise<boolean> {
  return services.db.transaction().execute(async (trx) => {
    const letter = await lockOpenLetter(trx, id);
    if (!letter) return false;
    const queue = knownQueue(letter.queue);
    const job: DeadJob = { id, payload: letter.payload };
    await handlers[queue].onRequeue?.(services, trx, job, caller).catch(refuseUnreadable);
    const isRevived = await reviveJob(trx, id, queues[queue]);
    await markRequeued(trx, id, personId(caller));
    await recordAudit(trx, caller, {
      action: 'job.requeued',
      subjectKind: 'job',
      subjectId: id,
      // The key lives: somebody asked for the same again, and that job does the work.
      code: isRevived ? undefined : 'already_queued',
      detail: { queue, key: letter.dedup_key, category: letter.last_error_category },
    });
    return true;
  });
}

/** One message that its handler can make nothing of must not keep the others of a filter. */
function refuseUnreadable(error: unknown): never {
  if (!(error instanceof JobError && error.permanent)) throw error;
  throw new Problem('conflict', 'A message cannot be read by this version: it would only die again.', {
    cause: error,
  });
}

function knownQueue(queue: string): Queue {
  if (Object.hasOwn(queues, queue)) return queue as Queue;
  throw new Problem('conflict', `No worker of this version works on the queue ${queue}: dismiss these.`);
}
