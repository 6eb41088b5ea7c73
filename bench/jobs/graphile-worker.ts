import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker';
import { createPool } from '#db/client.ts';
import type { Round } from '../in-turns.ts';
import { batch, concurrency, connections, jobsARound } from './job-table.ts';

/** graphile-worker at its best settings: a local queue to claim many at a time, and completions in batches. */
export async function graphileWorker(url: string): Promise<{ round: Round; stop(): Promise<void> }> {
  const pool = createPool(url, { max: connections });
  // It asks for a listener on every client, too.
  pool.on('connect', (client) => client.on('error', () => {}));
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  const preset = {
    worker: {
      concurrentJobs: concurrency,
      localQueue: { size: batch },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger,
    },
  };
  let ran = 0;
  const taskList = {
    noop: async () => {
      ran += 1;
    },
  };
  return {
    async round() {
      await utils.addJobs(
        Array.from({ length: jobsARound }, (_, n) => ({ identifier: 'noop', payload: { n } })),
      );
      await pool.query('vacuum analyze graphile_worker._private_jobs');
      ran = 0;
      const since = performance.now();
      await runOnce({ preset, pgPool: pool, taskList, noHandleSignals: true });
      const seconds = (performance.now() - since) / 1000;
      const { rows } = await pool.query('select from graphile_worker._private_jobs');
      if (ran !== jobsARound || rows.length > 0)
        throw new Error(`${ran} of ${jobsARound} jobs ran, ${rows.length} are left`);
      return jobsARound / seconds;
    },
    async stop() {
      await utils.release();
      await pool.end();
    },
  };
}
