import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { countLiveWorkers } from '#db/queries/workers.ts';
import { say } from './console.ts';

interface Run {
  finished_at: Date | null;
  failure: string | null;
}

/**
 * Waits until a run that a worker does is over, and says how far it is whenever that has changed; that nobody does it,
 * once. Throws where the run failed.
 */
export async function followRun<R extends Run>(
  db: Database,
  look: () => Promise<R>,
  progressOf: (run: R) => string,
  tell: (sentence: string) => void = say,
): Promise<R> {
  let last = '';
  let isLonely = false;
  for (;;) {
    const run = await look();
    const line = progressOf(run);
    if (line !== last) tell(line);
    last = line;
    if (run.failure) throw new Error(`It failed: ${run.failure}`);
    if (run.finished_at) return run;
    if (!isLonely && (await countLiveWorkers(db)) === 0) {
      isLonely = true;
      tell('No worker is alive, so it waits until one is: npm start runs one, or node scripts/worker.ts.');
    }
    await wait(500);
  }
}
