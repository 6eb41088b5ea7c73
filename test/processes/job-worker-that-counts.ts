import { connectDatabase } from '#db/client.ts';
import { parseEnv } from '#lib/env.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { createLogger } from '#lib/observe/log.ts';
import type { Services } from '#lib/services.ts';
import { handledBy } from '../all-queues.ts';

/** A worker that says when it has a job, and ends its jobs from the word `go` on; `stop` ends it. */
const env = parseEnv(process.env);
const db = connectDatabase(env.DATABASE_URL, { max: 4 });
const services = { env, db, log: createLogger({ level: 'silent', name: 'test' }) } as Services;
const gate = Promise.withResolvers<void>();
const handlers = handledBy({
  async run() {
    process.send?.('began');
    await gate.promise;
    return { state: 'done' };
  },
});
const worker = startWorker(services, handlers, { housekeepingMs: 100, pollMs: 50 });
process.on('message', async (word) => {
  gate.resolve();
  if (word !== 'stop') return;
  await worker.stop();
  await db.destroy();
  process.disconnect();
});
