import { parseEnv } from '#lib/env.ts';
import { createLogger } from '#lib/observe/log.ts';
import type { Services } from '#lib/services.ts';
import { testDatabase } from './database.ts';
import { type TestStore, testStore } from './store.ts';

const secret = (name: string) => `${name}-of-tests-`.padEnd(40, 'x');

/**
 * What commands are handed, with a database and a store of the test file's own. `settings` are environment
 * variables, given on top of the defaults.
 */
export async function testServices(
  settings: Record<string, string> = {},
  storeOptions: Parameters<typeof testStore>[0] = {},
): Promise<{ services: Services; store: TestStore }> {
  const [{ db, url }, store] = await Promise.all([testDatabase(), testStore(storeOptions)]);
  const env = parseEnv({
    NODE_ENV: 'test',
    PORTAL_URL: 'http://localhost:3000',
    DATABASE_URL: url,
    AUTH_SECRET: secret('auth'),
    JOBS_SECRET: secret('jobs'),
    EVENTS_SECRET: secret('events'),
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(
      Object.entries(store.settings)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
    ...settings,
  });
  const log = createLogger({ level: env.LOG_LEVEL, name: 'test' });
  return { services: { env, db, store: store.store, log }, store };
}
