import { connectDatabase, type Database } from '#db/client.ts';
import { type Env, env } from '#lib/env.ts';
import { createLogger, type Logger } from '#lib/observe/log.ts';
import { recordSpan } from '#lib/observe/spans.ts';
import type { ObjectStore } from '#lib/storage/object-store.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';

/** What a stage's commands are handed: made once a process, or by a test for itself. */
export interface Services {
  env: Env;
  db: Database;
  store: ObjectStore;
  log: Logger;
}

// Next bundles route handlers and pages apart from each other; only globalThis is one a process.
const holder = globalThis as typeof globalThis & { __blazonServices?: Services };

export function services(): Services {
  holder.__blazonServices ??= createServices(env(), 'web');
  return holder.__blazonServices;
}

export function createServices(settings: Env, name: string): Services {
  const log = createLogger({ level: settings.LOG_LEVEL, name });
  const onError = (error: Error) =>
    log.warn({ error: error.message }, 'an idle database connection was lost');
  return {
    env: settings,
    db: connectDatabase(settings.DATABASE_URL, {
      max: settings.DATABASE_POOL,
      connectTimeoutMs: settings.DATABASE_CONNECT_TIMEOUT_MS,
      onError,
      onStatement: settings.OTEL_EXPORTER_OTLP_ENDPOINT ? traceStatement : undefined,
    }),
    store: connectS3(settings),
    log,
  };
}

function traceStatement({ sql, ms }: { sql: string; ms: number }): void {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql };
  recordSpan(sql.trim().split(/\s/, 1)[0] ?? 'postgresql', { ms, attributes });
}
