import type { Database, Trx } from '#db/client.ts';
import { countDeriveJobs, countDeriveJobsOf } from '#db/queries/on-demand-jobs.ts';
import type { Env } from '#lib/env.ts';
import { Problem } from '#lib/errors.ts';

/**
 * Keeps one actor, or all of them together, from filling the queue with on-demand work. Everyone who is not signed
 * in counts as one. The counts are read without a lock: a few more may slip in, which a brake can afford.
 */
export async function refuseStorms(
  db: Database | Trx,
  env: Pick<Env, 'JOBS_PER_ACTOR' | 'JOBS_PER_QUEUE'>,
  asked: { actorId: string | null; audience: string; priority: number },
): Promise<void> {
  if ((await countDeriveJobsOf(db, asked, env.JOBS_PER_ACTOR)) >= env.JOBS_PER_ACTOR)
    throw new Problem(
      'rate_limited',
      `${env.JOBS_PER_ACTOR} files are being made for you already. Wait until some are done, then ask again.`,
      { retryAfterSeconds: 30 },
    );
  if ((await countDeriveJobs(db, env.JOBS_PER_QUEUE)) >= env.JOBS_PER_QUEUE)
    throw new Problem('unavailable', 'Too many files are waiting to be made. Ask again in a minute.', {
      retryAfterSeconds: 60,
    });
}
