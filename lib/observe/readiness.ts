import { sql } from 'kysely';
import { countLiveWorkers } from '#db/queries/workers.ts';
import type { Services } from '#lib/services.ts';

export interface Readiness {
  ready: boolean;
  checks: Record<'database' | 'store' | 'worker', { ok: boolean; message: string }>;
}

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
      () => needLiveWorker(services),
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

async function needLiveWorker({ db }: Services): Promise<void> {
  if ((await countLiveWorkers(db)) === 0) throw new Error('no worker is alive');
}
