import type { Database, Trx } from '#db/client.ts';

/** How many derive jobs wait or run in all, counted up to `limit`. */
export async function countDeriveJobs(db: Database | Trx, limit: number): Promise<number> {
  return counted(db, db.selectFrom('jobs').where('queue', '=', 'derive').select('id').limit(limit));
}

/** The same of those that one person asked for; with null, of those that people who are not signed in asked for. */
export async function countDeriveJobsOf(
  db: Database | Trx,
  asked: { actorId: string | null; audience: string; priority: number },
  limit: number,
): Promise<number> {
  const jobs = db
    .selectFrom('jobs')
    .where('queue', '=', 'derive')
    .where('priority', '=', asked.priority)
    .select('id')
    .limit(limit);
  return counted(
    db,
    asked.actorId === null
      ? jobs.where('actor_id', 'is', null).where('audience', '=', asked.audience)
      : jobs.where('actor_id', '=', asked.actorId),
  );
}

/** Stops at the limit, so the answer costs no more the longer the queue is. */
async function counted(db: Database | Trx, jobs: ReturnType<typeof selectIds>): Promise<number> {
  const { count } = await db
    .selectFrom(jobs.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function selectIds(db: Database | Trx) {
  return db.selectFrom('jobs').select('id');
}
