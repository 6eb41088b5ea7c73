import { migrate } from '#db/migrate.ts';
import { env } from '#lib/env.ts';
import { ensureTopic } from '#lib/events/kafka/ensure-topic.ts';
import { createServices } from '#lib/services.ts';
import { prepareBucket } from '#lib/storage/prepare-bucket.ts';
import { probeStore } from '#lib/storage/probe-store.ts';
import { projectRoot, runCommand, say } from './console.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { seedAccounts } from './seed-accounts.ts';

/**
 * `npm run setup`: brings the outside parts to where the portal can start on them, and may be run again at any time:
 * the database's migrations and audiences, the bucket with its CORS rule, the topic. What an orchestrator runs
 * once before it starts many processes; `npm start` does the database's part by itself.
 */
await runCommand(async () => {
  const settings = env();
  const services = createServices(settings, 'setup');
  try {
    const applied = await migrate(services.db, `${projectRoot}/db/migrations`);
    await seedAccounts(services.db, { demo: false });
    say(`Database: ${applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`}.`);
  } catch (error) {
    throw explainDatabaseError(error, settings.DATABASE_URL);
  } finally {
    await services.db.destroy();
  }
  const portalOrigin = new URL(settings.PORTAL_URL).origin;
  const { created } = await prepareBucket(settings, portalOrigin);
  const findings = await probeStore(settings, { portalOrigin });
  const refusals = findings.filter(({ level }) => level === 'refuse');
  if (refusals.length > 0) throw new Error(refusals.map(({ message }) => message).join('\n'));
  for (const { message } of findings) say(message);
  say(`Bucket: ${settings.S3_BUCKET} ${created ? 'made' : 'is there'}.`);
  if (settings.EVENTS !== 'kafka') return;
  await ensureTopic(settings);
  say(`Topic: ${settings.KAFKA_TOPIC}.`);
});
