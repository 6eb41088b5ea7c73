import { z } from 'zod';
import type { JobHandler } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { acceptEvents } from './accept-events.ts';
import { readEventMessage } from './event-message.ts';

const payload = z.object({ value: z.base64() });

/**
 * The way back of a broker message that could not be read and was parked as a dead letter: requeued, it is read
 * anew, by a version of the portal that may understand it.
 */
export const messageHandler: JobHandler = {
  async run({ db }, job) {
    const parked = payload.safeParse(job.payload);
    if (!parked.success) throw new JobError('internal', 'no broker message', { permanent: true });
    const [answer] = await acceptEvents(db, [
      readEventMessage(Buffer.from(parked.data.value, 'base64').toString('utf8')),
    ]);
    if (answer?.state === 'leased') return { state: 'later', ms: answer.retryMs };
    return { state: answer?.state === 'completed' ? 'duplicate' : 'done' };
  },
};
