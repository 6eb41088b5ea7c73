import { systemCaller } from '#lib/auth/actor.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { type Claim, claimJobs } from '#lib/jobs/claim-jobs.ts';
import type { Place } from '#lib/jobs/claim-place.ts';
import { wasFinished } from '#lib/jobs/finish-job.ts';
import { finishJobs } from '#lib/jobs/finish-jobs.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import { releaseJobs } from '#lib/jobs/release-jobs.ts';
import { renewJobs } from '#lib/jobs/renew-jobs.ts';
import { requeueDead } from '#lib/jobs/requeue-dead.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { buryOverdueJobs, sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import type { DeadRow, JobRow } from './snapshot.ts';
import type { World } from './world.ts';

/**
 * As a worker's lane does it: claim, now from the head and now from behind the last place, keep the lease, run, and
 * delete what its handler did not end itself.
 */
export async function work(world: World, name: string): Promise<void> {
  const { services, random, leaseMs, scheduler } = world;
  const places = new Map<string, Place>();
  for (;;) {
    const isReady = ({ lease_until, run_at }: JobRow) => lease_until === null && run_at <= scheduler.now;
    const readyOf = (queue: string) =>
      [...world.latest().jobs.values()].some((job) => job.queue === queue && isReady(job));
    await scheduler.pause('looks for work', () => readyOf('ingest') || readyOf('derive'));
    for (const queue of ['ingest', 'derive'] as const) {
      if (!readyOf(queue)) continue;
      const limit = 1 + random.below(2);
      const after = random.chance(0.5) ? places.get(queue) : undefined;
      const claim = { queue, limit, workerId: name, leaseMs, after };
      const claims = await claimJobs(services.db, claim).catch(() => []);
      const last = claims.at(-1);
      if (last) places.set(queue, last.place);
      if (claims.length > 0) await runAll(world, claims);
    }
  }
}

async function runAll({ services, random, leaseMs }: World, claims: readonly Claim[]): Promise<void> {
  const held = new Map(claims.map((claim) => [claim, new AbortController()]));
  const renewing = setInterval(() => {
    const jobs = [...held.keys()].map(({ job }) => job);
    void renewJobs(services.db, jobs, leaseMs).then(
      (ours) => {
        for (const [claim, controller] of held)
          if (!ours.has(claim.job.id)) controller.abort(new LeaseLost(`job ${claim.job.id}`));
      },
      () => undefined,
    );
  }, leaseMs / 3);
  for (const [index, claim] of claims.entries()) {
    const controller = held.get(claim);
    // Told to end: what has not started is given back, as a lane does.
    if (index > 0 && random.chance(0.4)) {
      await releaseJobs(services.db, [claim.job], 0).catch(() => undefined);
      held.delete(claim);
      continue;
    }
    // What waits here and lost its lease is dropped, as a lane does.
    if (controller && !controller.signal.aborted) {
      const handler = jobHandlers[claim.job.queue];
      const ending = await runJob({ services, handler, claim, controller, random: () => random.next() });
      const ended = ending === 'done' || ending === 'duplicate';
      if (ended && !wasFinished(claim.job)) await finishJobs(services.db, [claim.job]).catch(() => undefined);
    }
    held.delete(claim);
  }
  clearInterval(renewing);
}

export async function sweep({ services, random, scheduler, latest }: World): Promise<void> {
  const isAbandoned = ({ lease_until, deadline }: JobRow) => (lease_until ?? deadline ?? 0) <= scheduler.now;
  for (;;) {
    await scheduler.pause('looks for abandoned jobs', () => [...latest().jobs.values()].some(isAbandoned));
    const done = random.chance(0.3)
      ? buryOverdueJobs(services, jobHandlers)
      : sweepJobs(services, jobHandlers, () => random.next());
    await done.catch(() => undefined);
  }
}

/** Sends dead letters back. What can only die again is left alone once things are to come to rest. */
export async function requeue({ services, scheduler, isCalm, latest }: World): Promise<void> {
  const mayPass = ({ open, category }: DeadRow) => open && !(isCalm() && category === 'contract_unmet');
  for (;;) {
    await scheduler.pause('looks at the dead letters', () => [...latest().dead.values()].some(mayPass));
    const ids = [...latest().dead.values()].filter(mayPass).map(({ id }) => id);
    if (ids.length === 0) continue;
    await requeueDead(services, jobHandlers, systemCaller('console'), { ids }).catch(() => undefined);
  }
}
