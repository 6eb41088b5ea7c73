import type { Database } from '#db/client.ts';

/** Derive jobs that run before or among those of an activation: whatever nobody asked for by a click. */
export async function countPromisedJobs(db: Database, onDemandPriority: number): Promise<number> {
  const { jobs } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('jobs'))
    .where('queue', '=', 'derive')
    .where('priority', '<', onDemandPriority)
    .executeTakeFirstOrThrow();
  return jobs;
}

/** How long the newest files of a type took. */
export async function listWorkTimes(db: Database, mediaType: string, limit: number) {
  return db
    .selectFrom('derivatives')
    .select(['audience', 'format', 'work_ms'])
    .where('media_type', '=', mediaType)
    .where('work_ms', 'is not', null)
    .orderBy('made_at', 'desc')
    .limit(limit)
    .$narrowType<{ work_ms: number }>()
    .execute();
}
