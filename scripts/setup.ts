import { env } from '#lib/env.ts';
import { ensureTopic } from '#lib/events/kafka/ensure-topic.ts';
import { prepareBucket } from '#lib/storage/prepare-bucket.ts';
import { acceptStore } from './accept-store.ts';
import { projectRoot, runCommand, say } from './console.ts';
import { loadSettings } from './load-settings.ts';
import { prepareDatabase } from './prepare-database.ts';

/**
 * `npm run setup`: brings the outside parts to where the portal can start on them, and may be run again at any time:
 * the database's migrations and audiences, the bucket with its CORS rule, the topic. What an orchestrator runs
 * once before it starts many processes; `npm start` does the database's part by itself.
 */
await runCommand(async () => {
  const settings = loadSettings(env);
  const done = await prepareDatabase(projectRoot, { url: settings.DATABASE_URL, demo: false });
  say(`Database: ${done}.`);
  const { created } = await prepareBucket(settings, new URL(settings.PORTAL_URL).origin);
  for (const sentence of await acceptStore(settings)) say(sentence);
  say(`Bucket: ${settings.S3_BUCKET} ${created ? 'made' : 'is there'}.`);
  if (settings.EVENTS !== 'kafka') return;
  await ensureTopic(settings);
  say(`Topic: ${settings.KAFKA_TOPIC}.`);
});
