import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { connectDatabase } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { seedAudiences } from '#lib/policy/seed-audiences.ts';
import { insertPerson } from '../people.ts';
import type { Scheduler } from './scheduler.ts';
import { type Rewrite, SimClient } from './sim-client.ts';
import { clockStatements, simulatedPath } from './sim-clock.ts';

/** Emptied before each seed. Rows that queries without an order may meet must lie as in an empty table. */
const truncated = ['jobs', 'outbox_events', 'sim.effects'];
/** The others in an order that foreign keys allow: to delete a few rows is cheaper than a new file. */
const deleted = [
  'dead_jobs',
  'consumer_inbox',
  'derivatives',
  'derivative_failures',
  'audit_log',
  'registration_failures',
  'asset_versions',
  'assets',
  'picture_prints',
  'masters',
  'products',
];

/** A database of its own in which seeds run one after another. */
export class Lane {
  readonly url: string;
  readonly editorId: string;
  /** For the scheduler and the rules: it belongs to no process of the simulation. */
  readonly watcher: pg.Client;
  readonly #free: pg.Client[] = [];
  readonly #all: pg.Client[] = [];
  readonly #dropIt: () => Promise<void>;

  private constructor(url: string, editorId: string, watcher: pg.Client, dropIt: () => Promise<void>) {
    this.url = url;
    this.editorId = editorId;
    this.watcher = watcher;
    this.#dropIt = dropIt;
  }

  /** Clones the migrated template. */
  static async open(adminUrl: string): Promise<Lane> {
    const name = `sim_${randomBytes(6).toString('hex')}`;
    const admin = connectClient(adminUrl);
    await admin.connect();
    await admin.query(`create database ${name} template template_blazon`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    const watcher = connectClient(url.href);
    await watcher.connect();
    for (const statement of clockStatements) await watcher.query(statement);
    // What never changes in the product must go here before the next seed.
    for (const table of ['audit_log', 'asset_versions'])
      await watcher.query(`alter table ${table} disable trigger all`);
    await watcher.query('alter table jobs set (autovacuum_enabled = off)');
    const db = connectDatabase(url.href, { max: 1 });
    await db.transaction().execute(seedAudiences);
    const { id } = await insertPerson(db, { role: 'editor' });
    await db.destroy();
    const lane = new Lane(url.href, id, watcher, async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    });
    // Beforehand: how long a connection takes must not decide who comes to a step first.
    for (let n = 0; n < connections; n += 1) lane.#free.push(await lane.#connect());
    return lane;
  }

  /** Ready for the next seed: the same state, the same fences, the same time. */
  async reset(): Promise<void> {
    const statements = [
      `truncate ${truncated.join(', ')}`,
      ...deleted.map((table) => `delete from ${table}`),
      'alter sequence fences restart',
      `update sim.clock set now_at = '2026-01-01T00:00:00Z'`,
    ];
    await this.watcher.query(statements.join('; '));
  }

  /** A database as the processes of one seed see it. */
  database(scheduler: Scheduler, rewrite: Rewrite): Kysely<Tables> {
    const connect = async () => {
      const raw = this.#free.pop();
      if (!raw) throw new Error('the simulation has no connection left');
      return new SimClient(scheduler, raw, rewrite, (returned) => this.#free.push(returned));
    };
    const pool = { connect, end: async () => undefined, options: {} };
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
  }

  async advance(ms: number): Promise<void> {
    await this.watcher.query(`update sim.clock set now_at = now_at + $1 * interval '1 millisecond'`, [ms]);
  }

  async blockersOf(pid: number): Promise<readonly number[]> {
    const { rows } = await this.watcher.query('select pg_blocking_pids($1) as pids', [pid]);
    return rows[0].pids;
  }

  async cancel(pid: number): Promise<void> {
    await this.watcher.query('select pg_cancel_backend($1)', [pid]);
  }

  async close(): Promise<void> {
    for (const client of [this.watcher, ...this.#all]) await client.end();
    await this.#dropIt();
  }

  async #connect(): Promise<pg.Client> {
    const client = connectClient(this.url);
    await client.connect();
    this.#all.push(client);
    return client;
  }
}

/** More than all processes of a run ever use at once. */
const connections = 24;

const int8 = 20;
const float8 = 701;

function connectClient(url: string): pg.Client {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  types.setTypeParser(float8, Number.parseFloat);
  const client = new pg.Client({ connectionString: url, options: simulatedPath, types });
  client.on('error', () => undefined);
  return client;
}
