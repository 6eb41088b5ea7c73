import { connectDatabase } from '#db/client.ts';
import { parseEnv } from '#lib/env.ts';
import { startWorker } from '#lib/jobs/start-worker.ts';
import { createLogger } from '#lib/observe/log.ts';
import type { Services } from '#lib/services.ts';
import { handledBy } from '../all-queues.ts';

/** A worker whose jobs do nothing but take their time; it ends when it is told to, or is killed. */
const env = parseEnv(process.env);
const db = connectDatabase(env.DATABASE_URL, { max: 4 });
const services = { env, db, log: createLogger({ level: 'silent', name: 'test' }) } as Services;
const worker = startWorker(services, handledBy({ run: async () => ({ state: 'done' }) }), {
  housekeepingMs: 100,
  onSettled: () => process.send?.('settled'),
});
process.on('message', async () => {
  await worker.stop();
  await db.destroy();
  process.disconnect();
});
