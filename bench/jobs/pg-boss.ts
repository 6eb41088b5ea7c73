import { PgBoss } from 'pg-boss';
import type { Round } from '../in-turns.ts';
import { batch, connections, jobsARound } from './job-table.ts';

const queue = 'noop';

/** pg-boss at its best settings: two workers with batches, fetched again at once while they come full. */
export async function pgBoss(url: string): Promise<{ round: Round; stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: url, max: connections, supervise: false, schedule: false });
  boss.on('error', (error) => {
    throw error;
  });
  await boss.start();
  await boss.createQueue(queue);
  return {
    async round() {
      await boss.insert(
        queue,
        Array.from({ length: jobsARound }, (_, n) => ({ data: { n } })),
      );
      await boss.getDb().executeSql('vacuum analyze pgboss.job_common');
      const ended = Promise.withResolvers<void>();
      let ran = 0;
      const since = performance.now();
      await boss.work(
        queue,
        { batchSize: batch, localConcurrency: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
        async (jobs) => {
          ran += jobs.length;
          if (ran >= jobsARound) ended.resolve();
        },
      );
      await ended.promise;
      // Waits for the last batch to be completed.
      await boss.offWork(queue, { wait: true });
      const seconds = (performance.now() - since) / 1000;
      const { rows } = await boss
        .getDb()
        .executeSql(`select from pgboss.job where name = '${queue}' and state <> 'completed'`);
      if (ran !== jobsARound || rows.length > 0)
        throw new Error(`${ran} of ${jobsARound} jobs ran, ${rows.length} are left`);
      // It keeps what it has finished.
      await boss.deleteAllJobs(queue);
      return jobsARound / seconds;
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
