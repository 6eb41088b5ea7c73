import { validate as isUuid } from 'uuid';
import { markIngestFailed } from '#db/queries/ingested-assets.ts';
import { listOrphanKeys } from '#db/queries/inspections.ts';
import {
  insertAct,
  listForsakenEvents,
  listStuckAssets,
  listUnknownAssets,
  type ReconcileAct,
  settleRegistrationFailures,
} from '#db/queries/reconciliation.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { ObjectFacts } from '#lib/storage/object-store.ts';
import { readDerivativeKey } from './inspection-key.ts';
import { startInspection } from './start-inspection.ts';

export interface Reconciliation {
  id: string;
  dryRun: boolean;
  signal: AbortSignal;
}

const objectsAtATime = 1000;
const rowsAtATime = 500;

/**
 * Brings rows and store together. Each act is recorded before it is done, so that one cut short is known of; done
 * again it changes nothing. Masters are never touched here, whatever names them or does not.
 */
export async function reconcile(services: Services, caller: Caller, run: Reconciliation): Promise<void> {
  await sweepOrphans(services, caller, run);
  await sweepLandings(services, caller, run);
  await endMultiparts(services, caller, run);
  await failStuckAssets(services, caller, run);
  await reportForsakenEvents(services, caller, run);
  await settleRegistrations(services, caller, run);
  if (!run.dryRun) await startInspection(services, caller, { allBytes: false, requeues: true });
}

async function record(
  services: Services,
  caller: Caller,
  run: Reconciliation,
  act: ReconcileAct,
): Promise<void> {
  await insertAct(services.db, run.id, act);
  if (run.dryRun) return;
  await recordAudit(services.db, caller, {
    action: 'reconciliation.acted',
    subjectKind: act.kind,
    subjectId: act.subject,
    detail: { reconciliation_id: run.id, act: act.act, detail: act.detail },
  });
}

/** What lost attempts and replaced files left, once it is old enough that no URL to it is good. */
async function sweepOrphans(services: Services, caller: Caller, run: Reconciliation): Promise<void> {
  for await (const page of oldObjects(services, 'derivatives/', run.signal)) {
    const objects = page.flatMap(({ key }) => readDerivativeKey(key) ?? []);
    for (const key of await listOrphanKeys(services.db, objects)) {
      const detail = 'no row names it and no job is writing it';
      await record(services, caller, run, { kind: 'orphan', subject: key, act: 'delete', detail });
      if (!run.dryRun) await services.store.delete(key);
    }
  }
}

/** An asset's row is there before anything can be uploaded for it, and stays for good. */
async function sweepLandings(services: Services, caller: Caller, run: Reconciliation): Promise<void> {
  for await (const page of oldObjects(services, 'assets/', run.signal)) {
    const ids = page.map(({ key }) => assetIdOf(key)).filter((id) => isUuid(id));
    const unknown = await listUnknownAssets(services.db, ids);
    for (const { key } of page) {
      if (!unknown.has(assetIdOf(key))) continue;
      const detail = 'no asset has this id';
      await record(services, caller, run, { kind: 'landing', subject: key, act: 'delete', detail });
      if (!run.dryRun) await services.store.delete(key);
    }
  }
}

function assetIdOf(key: string): string {
  return key.split('/')[1] ?? '';
}

async function endMultiparts(services: Services, caller: Caller, run: Reconciliation): Promise<void> {
  const before = Date.now() - services.env.UPLOAD_ABANDONED_HOURS * 2 * 3_600_000;
  for await (const { key, uploadId, initiated } of services.store.listMultipart('')) {
    run.signal.throwIfAborted();
    if (!initiated || initiated.getTime() > before) continue;
    const detail = `begun ${initiated.toISOString()}`;
    const subject = `${key} ${uploadId}`;
    await record(services, caller, run, { kind: 'multipart', subject, act: 'abort', detail });
    if (!run.dryRun) await services.store.abortMultipart(key, uploadId);
  }
}

/** FAILED has a button that tries again; PROCESSING without a job has nothing. */
async function failStuckAssets(services: Services, caller: Caller, run: Reconciliation): Promise<void> {
  for (const id of await listStuckAssets(services.db, rowsAtATime)) {
    const detail = 'PROCESSING for an hour, and no job is there';
    await record(services, caller, run, { kind: 'asset', subject: id, act: 'fail', detail });
    if (!run.dryRun)
      await services.db
        .transaction()
        .execute((trx) => markIngestFailed(trx, id, { failure: 'internal', detail: null }));
  }
}

/** Whoever delivers the event again takes it over; without a job that is somebody's decision. */
async function reportForsakenEvents(services: Services, caller: Caller, run: Reconciliation): Promise<void> {
  for (const { consumer, event_id } of await listForsakenEvents(services.db, rowsAtATime)) {
    const detail = 'its lease ran out an hour ago, and no job will renew it';
    await record(services, caller, run, {
      kind: 'event',
      subject: `${event_id}/${consumer}`,
      act: 'report',
      detail,
    });
  }
}

async function settleRegistrations(services: Services, caller: Caller, run: Reconciliation): Promise<void> {
  const settled = await services.db
    .transaction()
    .execute((trx) => settleRegistrationFailures(trx, run.dryRun));
  for (const { id, object_key } of settled)
    await record(services, caller, run, {
      kind: 'registration',
      subject: id,
      act: 'close',
      detail: `${object_key} was registered or refused since`,
    });
}

/** Pages of what is older than the grace, by the store's own clock against ours: the grace is far longer than they differ. */
async function* oldObjects(
  { store, env }: Services,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<ObjectFacts[]> {
  const before = Date.now() - env.ORPHAN_GRACE_MINUTES * 60_000;
  let page: ObjectFacts[] = [];
  for await (const object of store.list(prefix)) {
    signal.throwIfAborted();
    if (!object.lastModified || object.lastModified.getTime() > before) continue;
    page.push(object);
    if (page.length < objectsAtATime) continue;
    yield page;
    page = [];
  }
  yield page;
}
