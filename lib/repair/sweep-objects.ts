import { validate as isUuid } from 'uuid';
import { listOrphanKeys } from '#db/queries/inspected-files.ts';
import { listUnknownAssets, listUnknownMarkUploads } from '#db/queries/reconciliation.ts';
import type { ObjectFacts } from '#lib/storage/object-store.ts';
import { readDerivativeKey } from './inspection-key.ts';
import { doInStore, type ReconcileContext } from './reconcile-acts.ts';
import type { ReconcilePage } from './reconcile-steps.ts';

const objectsAtATime = 1000;

/** One page of a listing: all of it counts, what is older than the grace may be swept. */
export async function takeObjects(
  { services: { store, env }, signal }: ReconcileContext,
  prefix: string,
  after: string,
): Promise<{ all: ObjectFacts[]; old: ObjectFacts[]; isLast: boolean; position: string }> {
  const all: ObjectFacts[] = [];
  for await (const object of store.list(prefix, after || undefined)) {
    signal.throwIfAborted();
    all.push(object);
    if (all.length === objectsAtATime) break;
  }
  // By the store's clock against ours: the grace is far longer than they differ.
  const before = Date.now() - env.ORPHAN_GRACE_MINUTES * 60_000;
  const old = all.filter(({ lastModified }) => lastModified && lastModified.getTime() <= before);
  return { all, old, isLast: all.length < objectsAtATime, position: all.at(-1)?.key ?? '' };
}

/** What lost attempts and replaced files left, once it is old enough that no URL to it is good. */
export async function sweepDerivatives(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const page = await takeObjects(ctx, 'derivatives/', position);
  const objects = page.old.flatMap(({ key }) => readDerivativeKey(key) ?? []);
  const orphans = await listOrphanKeys(ctx.services.db, objects);
  return deleteAll(ctx, page, 'orphan', orphans, 'no row names it and no job is writing it');
}

/** An asset's row is there before anything can be uploaded for it, and stays for good. */
export async function sweepLandings(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const page = await takeObjects(ctx, 'assets/', position);
  const unknown = await listUnknownAssets(ctx.services.db, idsOf(page.old));
  return deleteAll(ctx, page, 'landing', keysOf(page.old, unknown), 'no photo has this id');
}

export async function sweepMarkLandings(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const page = await takeObjects(ctx, 'marks/', position);
  const unknown = await listUnknownMarkUploads(ctx.services.db, idsOf(page.old));
  return deleteAll(ctx, page, 'landing', keysOf(page.old, unknown), 'no upload of a mark has this id');
}

async function deleteAll(
  ctx: ReconcileContext,
  page: { all: ObjectFacts[]; isLast: boolean; position: string },
  kind: string,
  keys: readonly string[],
  detail: string,
): Promise<ReconcilePage> {
  const acts = keys.map((subject) => ({ kind, subject, act: 'delete', detail }));
  await doInStore(ctx, acts, async ({ subject }) => {
    await ctx.services.store.delete(subject);
    return true;
  });
  return { position: page.position, isLast: page.isLast, objects: page.all.length };
}

/** A begun upload in parts is kept as long as its URLs could still be asked for, twice over. */
export async function endMultiparts(ctx: ReconcileContext): Promise<ReconcilePage> {
  const { store, env } = ctx.services;
  const before = Date.now() - env.UPLOAD_ABANDONED_HOURS * 2 * 3_600_000;
  for await (const { key, uploadId, initiated } of store.listMultipart('')) {
    ctx.signal.throwIfAborted();
    if (!initiated || initiated.getTime() > before) continue;
    const act = {
      kind: 'multipart',
      subject: `${key} ${uploadId}`,
      act: 'abort',
      detail: `begun ${initiated.toISOString()}`,
    };
    await doInStore(ctx, [act], async () => {
      await store.abortMultipart(key, uploadId);
      return true;
    });
  }
  return { position: '', isLast: true };
}

function idOf(key: string): string {
  return key.split('/')[1] ?? '';
}

function idsOf(objects: readonly ObjectFacts[]): string[] {
  return [...new Set(objects.map(({ key }) => idOf(key)).filter((id) => isUuid(id)))];
}

function keysOf(objects: readonly ObjectFacts[], unknown: ReadonlySet<string>): string[] {
  return objects.map(({ key }) => key).filter((key) => unknown.has(idOf(key)));
}
