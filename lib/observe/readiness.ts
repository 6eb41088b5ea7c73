import { sql } from 'kysely';
import type { Services } from '#lib/services.ts';

export interface Readiness {
  ready: boolean;
  checks: Record<'database' | 'store' | 'worker', { ok: boolean; message: string }>;
}

/** A worker says that it is alive every few seconds; so long a silence is no delay. */
export const workerSilenceSeconds = 30;

/** Asks each part that a photo needs on its way. Never throws: a part that fails is said to be down. */
export async function checkReadiness(services: Services): Promise<Readiness> {
  const [database, store, worker] = await Promise.all([
    check(
      () => sql`select 1 from audiences limit 1`.execute(services.db),
      'answers',
      'does not answer, or is not migrated',
    ),
    check(() => services.store.head('health/ready'), 'answers', 'does not answer'),
    check(
      () => findLiveWorker(services),
      'is alive',
      'has not been seen for half a minute: photos wait until one runs',
    ),
  ]);
  return { ready: database.ok && store.ok && worker.ok, checks: { database, store, worker } };
}

async function check(
  ask: () => Promise<unknown>,
  good: string,
  bad: string,
): Promise<{ ok: boolean; message: string }> {
  try {
    await ask();
    return { ok: true, message: good };
  } catch {
    return { ok: false, message: bad };
  }
}

async function findLiveWorker({ db }: Services): Promise<void> {
  await db
    .selectFrom('workers')
    .select('id')
    .where('kind', '=', 'worker')
    .where('seen_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${workerSilenceSeconds})`)
    .limit(1)
    .executeTakeFirstOrThrow();
}
