import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** What row locks and state changes demand: a function that takes one cannot be called outside a transaction. */
export type Trx = Transaction<Tables>;

const int8 = 20;
const float8 = 701;

/** bigint is read as a number; a value past 2^53 would be a fault of ours and throws. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}

export interface PoolOptions {
  max?: number;
  /** How long a statement waits for a connection before it fails. */
  connectTimeoutMs?: number;
  onError?: (error: Error) => void;
  /** Told of every statement, whether it failed or not, once it is over. */
  onStatement?: ((statement: { sql: string; ms: number }) => void) | undefined;
}

/** A pool of at most `max` connections. The caller ends it with `db.destroy()`. */
export function connectDatabase(url: string, options: PoolOptions = {}): Database {
  const { onStatement } = options;
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createPool(url, options) }),
    ...(onStatement && {
      log: ({ query, queryDurationMillis }) => onStatement({ sql: query.sql, ms: queryDurationMillis }),
    }),
  });
}

/** The pool alone, for the few statements that are written in SQL. */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, parseInt8);
  types.setTypeParser(float8, Number.parseFloat);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 30_000,
    types,
  });
  // Without a listener, an idle connection that the server closes ends the whole process.
  pool.on('error', options.onError ?? (() => {}));
  return pool;
}
