import { z } from 'zod';
import { duties } from '#lib/duties.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

const count = z.number().int().nonnegative();

/** Works off what is ready, as a worker process would: for installations that have a clock and no worker. */
export const POST = route(
  {
    permission: 'jobs.run',
    summary: 'Drain the job table for a time budget',
    again: 'anew',
    responses: {
      200: z.object({ claimed: count, done: count, retried: count, dead: count, duplicates: count }),
    },
  },
  async ({ services }) => {
    const budgetMs = services.env.JOBS_RUN_BUDGET_MS;
    return Response.json(await drainJobs(services, jobHandlers, { budgetMs, duties }));
  },
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
