import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { claimJobs } from '#lib/jobs/claim-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import type { ClaimedJob, NewJob } from '#lib/jobs/job.ts';
import type { Services } from '#lib/services.ts';
import { testServices } from './services.ts';

export async function jobTable(): Promise<{ services: Services; db: Database }> {
  const { services } = await testServices();
  return { services, db: services.db };
}

/** Enqueues a job and claims it, as the only one of its queue. */
export async function claimedJob(db: Database, job: Partial<NewJob> = {}): Promise<ClaimedJob> {
  const queue = job.queue ?? 'derive';
  await db.deleteFrom('jobs').where('queue', '=', queue).execute();
  await enqueueJob(db, { queue, payload: {}, ...job });
  return claimNext(db, queue);
}

export async function claimNext(db: Database, queue: ClaimedJob['queue'] = 'derive'): Promise<ClaimedJob> {
  const [claim] = await claimJobs(db, { queue, limit: 1, workerId: 'test', leaseMs: 60_000 });
  if (!claim) throw new Error(`there is nothing to claim in ${queue}`);
  return claim.job;
}

/** Moves the database's clock, as far as this lease can tell. */
export async function expireLease(db: Database, jobId: string): Promise<void> {
  await sql`update jobs set lease_until = clock_timestamp() - interval '1 second' where id = ${jobId}`.execute(
    db,
  );
}

export async function passDeadline(db: Database, jobId: string): Promise<void> {
  await sql`update jobs set deadline = clock_timestamp() - interval '1 second' where id = ${jobId}`.execute(
    db,
  );
}

/** Makes a job that waits for its time ready now. */
export async function makeDue(db: Database, jobId: string): Promise<void> {
  await sql`update jobs set run_at = clock_timestamp() where id = ${jobId}`.execute(db);
}

export function findJobRow(db: Database, jobId: string) {
  return db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
}

export function findDeadJob(db: Database, jobId: string) {
  return db.selectFrom('dead_jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
}
