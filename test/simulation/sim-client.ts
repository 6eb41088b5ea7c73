import type pg from 'pg';
import type { Actor } from './actor.ts';
import { currentActor } from './actor.ts';
import { describeStatement } from './describe.ts';
import type { Scheduler } from './scheduler.ts';

export type Rewrite = (sql: string) => string;

/** When a transaction first looked at a row that it is about to change: what the lease is to be judged by. */
export interface Looked {
  jobs: number | undefined;
  inbox: number | undefined;
}

/** What the rules are told of a step that may have changed what others see. */
export interface Change {
  actor: Actor;
  looked: Looked;
}

const jobsLook = /(?:delete from|update|select from) jobs\b/;
const inboxLook = /update consumer_inbox|do update set fence|do update\s+set state/;
const writes = /^\s*(with|insert|update|delete)\b/i;

/** Takes statements of actors one at a time, when the scheduler says, to a real connection. */
export class SimClient {
  readonly #scheduler: Scheduler;
  readonly #raw: pg.Client;
  readonly #release: (raw: pg.Client) => void;
  readonly #rewrite: Rewrite;
  #inTransaction = false;
  #toCommit = false;
  #broken = false;
  #busy = false;
  #released = false;
  #actor: Actor | undefined;
  #looked: Looked = { jobs: undefined, inbox: undefined };
  readonly processID: number;

  constructor(scheduler: Scheduler, raw: pg.Client, rewrite: Rewrite, release: (raw: pg.Client) => void) {
    this.#scheduler = scheduler;
    this.#raw = raw;
    this.#rewrite = rewrite;
    this.#release = release;
    this.processID = (raw as unknown as { processID: number }).processID;
    this.#actor = currentActor.getStore();
    this.#actor?.connections.add(this);
  }

  async query(text: string, values: unknown[] = []): Promise<unknown> {
    const actor = currentActor.getStore();
    if (!actor) return currentActor.exit(() => this.#raw.query(text, values));
    if (this.#broken) throw connectionLost();
    const sql = inOneOrder(this.#rewrite(text));
    return this.#scheduler.take({
      label: describeStatement(sql, values),
      fates: ['lost before', 'lost after'],
      pid: this.processID,
      run: () => currentActor.exit(() => this.#execute(actor, sql, values)),
      show: () => currentActor.exit(() => this.#show(actor)),
      lost: connectionLost,
      abandon: () => this.breakOff(),
    });
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#actor?.connections.delete(this);
    this.#release(this.#raw);
  }

  /** The server notices that its client is gone: what was open is rolled back. */
  async breakOff(): Promise<void> {
    this.#broken = true;
    // It waits for somebody's lock still, and is met again when it has it.
    if (this.#busy) return;
    if (this.#inTransaction) await currentActor.exit(() => this.#raw.query('rollback'));
    this.#endTransaction();
    if (this.#actor?.ended) this.release();
  }

  /** A write that stands by itself is committed by `#show`, so that no two processes become visible at once. */
  async #execute(actor: Actor, sql: string, values: unknown[]): Promise<unknown> {
    if (/^\s*commit\s*$/i.test(sql)) {
      this.#toCommit = true;
      return { rows: [], rowCount: null, command: 'COMMIT' };
    }
    if (/^\s*(begin|start transaction)/i.test(sql)) this.#inTransaction = true;
    else if (!this.#inTransaction && writes.test(sql)) {
      await this.#raw.query('begin');
      this.#inTransaction = true;
      this.#toCommit = true;
    }
    const now = this.#scheduler.now;
    if (jobsLook.test(sql)) this.#looked.jobs ??= now;
    if (inboxLook.test(sql)) this.#looked.inbox ??= now;
    const result = await this.#send(sql, values);
    if (/^\s*rollback\s*$/i.test(sql)) this.#endTransaction();
    noteClaims(actor, sql, values, result);
    return result;
  }

  async #send(sql: string, values: unknown[]): Promise<pg.QueryResult> {
    this.#busy = true;
    try {
      return await this.#raw.query(sql, values);
    } catch (error) {
      this.#scheduler.failIfMalformed(sql, error);
      if (this.#toCommit) await this.#raw.query('rollback');
      if (this.#toCommit) this.#endTransaction();
      throw error;
    } finally {
      this.#busy = false;
    }
  }

  async #show(actor: Actor): Promise<void> {
    if (!this.#toCommit) return;
    await this.#raw.query('commit');
    const looked = this.#looked;
    this.#endTransaction();
    await this.#scheduler.changed({ actor, looked });
  }

  #endTransaction(): void {
    this.#inTransaction = false;
    this.#toCommit = false;
    this.#looked = { jobs: undefined, inbox: undefined };
  }
}

/** Where the product is content with any order, the simulation needs the same one each time. */
function inOneOrder(sql: string): string {
  if (/^\s*select id from jobs where[^\n]*limit/.test(sql)) return sql.replace(/limit/, 'order by id limit');
  if (/from "outbox_events"[\s\S]*skip locked/.test(sql))
    return sql.replace('order by "created_at"', 'order by "created_at", "event_id"');
  return sql;
}

/** What the database told the process, and nothing that the process might have made up. */
function noteClaims(actor: Actor, sql: string, values: unknown[], { rows }: pg.QueryResult): void {
  if (/^\s*update jobs\s+set fence/.test(sql))
    for (const { id, fence } of rows) actor.heldJobs.set(id, Number(fence));
  if (/^\s*insert into consumer_inbox/.test(sql) && rows[0]?.fence !== undefined)
    actor.heldEvents.set(`${values[0]} ${values[1]}`, Number(rows[0].fence));
}

function connectionLost(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
}
