import { type Caller, systemCaller } from '#lib/auth/actor.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';

/** Who acts in audit rows and events of this stage. The job's id leads to whoever asked for it. */
export function callerOf(job: ClaimedJob): Caller {
  return systemCaller('derive', { requestId: job.id });
}
