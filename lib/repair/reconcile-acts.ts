import type { Trx } from '#db/client.ts';
import type { ReconciliationRow } from '#db/queries/reconciliation.ts';
import {
  dropAct,
  insertActs,
  listBegunActs,
  markActDone,
  type ReconcileAct,
} from '#db/queries/reconciliation-acts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { holdJob } from '#lib/jobs/hold-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { ObjectStore } from '#lib/storage/object-store.ts';

export interface ReconcileContext {
  services: Services;
  caller: Caller;
  job: ClaimedJob;
  run: ReconciliationRow;
  signal: AbortSignal;
}

/**
 * What is done in the store cannot commit with its record. So it is recorded as begun, done, and recorded as done
 * together with its audit row: a crash between leaves an act that says it was begun, and whoever goes on looks whether
 * it was done. `perform` answers false where it was not to be done after all.
 */
export async function doInStore(
  ctx: ReconcileContext,
  acts: readonly ReconcileAct[],
  perform: (act: ReconcileAct) => Promise<boolean>,
): Promise<void> {
  const { db } = ctx.services;
  if (acts.length === 0) return;
  await held(ctx, (trx) => insertActs(trx, ctx.run.id, acts, false));
  if (ctx.run.dry_run) return;
  const done: ReconcileAct[] = [];
  for (const act of acts) {
    ctx.signal.throwIfAborted();
    if (await perform(act)) done.push(act);
    else await db.transaction().execute((trx) => dropAct(trx, ctx.run.id, act));
  }
  await held(ctx, (trx) => settle(ctx, trx, done));
}

/** Change, act and audit row in one transaction. `change` answers false where nothing was left to do. */
export async function doInDatabase(
  ctx: ReconcileContext,
  act: ReconcileAct,
  change: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  await held(ctx, async (trx) => {
    if (!ctx.run.dry_run && !(await change(trx))) return;
    await insertActs(trx, ctx.run.id, [act], false);
    if (!ctx.run.dry_run) await settle(ctx, trx, [act]);
  });
}

/** What a machine must not decide. */
export async function report(ctx: ReconcileContext, act: Omit<ReconcileAct, 'act'>): Promise<void> {
  await doInDatabase(ctx, { ...act, act: 'report' }, async () => true);
}

/**
 * Acts that an attempt before this one began: what is gone from the store was done by it. What is still there is met
 * again by the step that found it, unless somebody needs it by now.
 */
export async function settleBegunActs(ctx: ReconcileContext): Promise<void> {
  if (ctx.run.dry_run) return;
  const { db, store } = ctx.services;
  let after = '';
  for (;;) {
    const page = await listBegunActs(db, ctx.run.id, { after, limit: 500 });
    const done: ReconcileAct[] = [];
    for (const act of page) {
      ctx.signal.throwIfAborted();
      if (await isDone(store, act)) done.push(act);
    }
    await held(ctx, (trx) => settle(ctx, trx, done));
    if (page.length < 500) return;
    after = page.at(-1)?.subject ?? '';
  }
}

/** An abort that is done once more changes nothing. */
async function isDone(store: ObjectStore, { act, subject }: ReconcileAct): Promise<boolean> {
  if (act === 'delete') return (await store.head(subject)) === undefined;
  const [key = '', uploadId = ''] = subject.split(' ');
  await store.abortMultipart(key, uploadId);
  return true;
}

async function settle(ctx: ReconcileContext, trx: Trx, acts: readonly ReconcileAct[]): Promise<void> {
  for (const act of acts) {
    if (!(await markActDone(trx, ctx.run.id, act))) continue;
    await recordAudit(trx, ctx.caller, {
      action: 'reconciliation.acted',
      subjectKind: act.kind,
      subjectId: act.subject,
      detail: { reconciliation_id: ctx.run.id, act: act.act, detail: act.detail },
    });
  }
}

/** A worker that lost the job records nothing more. */
function held<T>(ctx: ReconcileContext, work: (trx: Trx) => Promise<T>): Promise<T> {
  return ctx.services.db.transaction().execute(async (trx) => {
    await holdJob(trx, ctx.job);
    return work(trx);
  });
}
