import { listMasterRows, lockUnnamedMaster } from '#db/queries/masters.ts';
import { formatPlural } from '#lib/format.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { hashObject } from './hash-object.ts';
import { isSampled } from './is-sampled.ts';
import { doInStore, type ReconcileContext, report } from './reconcile-acts.ts';
import type { ReconcilePage } from './reconcile-steps.ts';
import { takeObjects } from './sweep-objects.ts';

const prefix = 'masters/';
const rowsAtATime = 1000;
type MasterRow = Awaited<ReturnType<typeof listMasterRows>>[number];

/**
 * Walks the listing and the rows side by side, as both are in the order of the hash: sizes come with the listing, so
 * that no object is asked for by itself unless something is wrong with it, or it is drawn to be read.
 */
export async function checkMasters(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const listed = await takeObjects(ctx, prefix, position && `${prefix}${position}`);
  const end = listed.isLast ? null : hashOf(listed.position);
  const rows = await listMasterRows(ctx.services.db, { after: position, upTo: end, limit: rowsAtATime });
  // More rows than objects: what lies beyond the last row is met by the next page.
  const cut = rows.length === rowsAtATime ? (rows.at(-1)?.sha256 ?? '') : end;
  const isIn = (key: string) => cut === null || hashOf(key) <= cut;
  const sizes = new Map(listed.all.filter(({ key }) => isIn(key)).map(({ key, bytes }) => [key, bytes]));
  let bytes = 0;
  for (const row of rows) {
    ctx.signal.throwIfAborted();
    bytes += await checkMaster(ctx, row, sizes.get(objectKeys.master(row.sha256)));
  }
  const known = new Set(rows.map(({ sha256 }) => objectKeys.master(sha256)));
  const unnamed = listed.old.map(({ key }) => key).filter((key) => isIn(key) && !known.has(key));
  await sweepUnnamed(ctx, unnamed);
  return {
    position: cut ?? '',
    isLast: cut === null,
    objects: sizes.size,
    rows: rows.length,
    bytes,
  };
}

/** Answers how many bytes were read. A master that is being removed may have lost its object already. */
async function checkMaster(ctx: ReconcileContext, row: MasterRow, listed: number | undefined) {
  const { store } = ctx.services;
  if (row.state === 'deleting') return 0;
  const key = objectKeys.master(row.sha256);
  // Written since the listing was made, perhaps.
  const size = listed ?? (await store.head(key))?.bytes;
  const wrong = async (found: string, bytes = 0) => {
    const detail = `${found}; ${usesOf(row)} by it`;
    await report(ctx, { kind: row.marks > 0 ? 'mark' : 'master', subject: key, detail });
    return bytes;
  };
  if (size === undefined) return wrong(`object_missing: expected ${row.byte_size} bytes, found no object`);
  if (size !== row.byte_size)
    return wrong(`size_differs: expected ${row.byte_size} bytes, found ${size} bytes`);
  if (!isSampled(ctx.run, key)) return 0;
  const read = await hashObject(store, key, ctx.signal);
  if (!read) return wrong('object_missing: expected an object, found none');
  if (read.sha256 !== row.sha256) return wrong(`hash_differs: found ${read.sha256}`, read.bytes);
  return read.bytes;
}

function usesOf({ photos, marks }: MasterRow): string {
  if (marks === 0) return `${formatPlural(photos, 'photo')} ${photos === 1 ? 'lives' : 'live'}`;
  return `${formatPlural(photos, 'photo')} and a mark live`;
}

/**
 * An ingest writes the object before the row, and trusts one that it finds. So each is deleted under the lock that an
 * ingest takes before it looks for the last time, and only if nothing names it by then.
 */
async function sweepUnnamed(ctx: ReconcileContext, keys: readonly string[]): Promise<void> {
  const { db, store } = ctx.services;
  const isUnnamed = (key: string) => db.transaction().execute((trx) => lockUnnamedMaster(trx, hashOf(key)));
  const detail = 'no photo, mark or policy version names it';
  const acts = [];
  for (const subject of keys)
    if (await isUnnamed(subject)) acts.push({ kind: 'unnamed_master', subject, act: 'delete', detail });
  await doInStore(ctx, acts, ({ subject }) =>
    db.transaction().execute(async (trx) => {
      if (!(await lockUnnamedMaster(trx, hashOf(subject)))) return false;
      await store.delete(subject);
      return true;
    }),
  );
}

function hashOf(key: string): string {
  return key.slice(prefix.length);
}
