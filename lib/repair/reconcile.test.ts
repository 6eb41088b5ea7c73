import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimInbox } from '#lib/events/claim-inbox.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { allOf } from '#test/all-of.ts';
import { handlers as deriveHandlers, derivePortal, jobFor, rowsOf } from '#test/derive-portal.ts';
import { noisy } from '#test/pictures.ts';
import { hashOf, insertNamedProduct } from '#test/portal.ts';
import { getLastReconciliation } from './get-last-reconciliation.ts';
import { getReconciliation, readActs } from './read-reconciliation.ts';
import { startReconciliation } from './start-reconciliation.ts';

const { services, admin, editor, addPhoto } = await derivePortal();
const { db, store } = services;
const handlers = { ...deriveHandlers, ingest: jobHandlers.ingest };
// Grace moves with the clock that the sweep reads; no object of this file is older than a minute.
const later = {
  ...services,
  env: { ...services.env, ORPHAN_GRACE_MINUTES: -1, UPLOAD_ABANDONED_HOURS: -1 },
};
const drain = (scope = later) => drainJobs(scope, handlers, { budgetMs: 30_000, random: () => 0 });

async function put(key: string, body: Buffer | string = 'x'): Promise<string> {
  const bytes = Buffer.from(body);
  await store.put(key, bytes, bytes.length, { contentType: 'image/jpeg' });
  return key;
}

async function run(dryRun: boolean, scope = later) {
  const { id } = await startReconciliation(services, admin, { dryRun, allBytes: true });
  await drain(scope);
  const { finished_at, failure } = await getReconciliation(services, admin, id);
  const acts = await allOf(readActs(services, admin, id));
  expect({ failure, isFinished: finished_at !== null }).toEqual({ failure: null, isFinished: true });
  expect(acts.every(({ done_at }) => (done_at === null) === dryRun)).toBe(true);
  return acts.map(({ act, kind, subject }) => [act, kind, subject]);
}

/** Every row and every object, without what a run says and measures of itself. */
async function everything() {
  const own = [
    'reconciliations',
    'reconciliation_acts',
    'inspections',
    'inspection_findings',
    'audit_log',
    'metric_series',
  ];
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.filter((table) => !own.includes(table.name))) {
    const { rows: found } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t order by 1`.execute(db);
    rows[name] = found.map(({ row }) => row);
  }
  const objects = [];
  for await (const { key, etag } of store.list('')) objects.push([key, etag]);
  const parts = [];
  for await (const { key, uploadId } of store.listMultipart('')) parts.push([key, uploadId]);
  return { rows, objects, parts };
}

let width = 100;
async function newPicture() {
  width += 1;
  return noisy(width, 90).png().toBuffer();
}

async function newPhoto() {
  const bytes = await newPicture();
  return { ...(await addPhoto(bytes)), bytes };
}

async function newFile() {
  const photo = await newPhoto();
  await enqueueJob(db, jobFor(photo, 'partner', 'campaign'));
  await drain(services);
  const [file] = await rowsOf(services, photo);
  if (!file) throw new Error('no file was made');
  return { photo, file };
}

async function stuckAsset(bytes: Buffer) {
  const id = randomUUID();
  const key = objectKeys.landing(id, 'png');
  const written = await store.put(key, bytes, bytes.length, { contentType: 'image/png' });
  const etag = written.state === 'written' ? written.etag : '';
  const product_id = await insertNamedProduct(services, editor);
  await db
    .insertInto('assets')
    .values({
      id,
      owner_id: editor.id,
      product_id,
      idempotency_key: id,
      request_sha256: hashOf(id),
      object_key: key,
      filename: 'kit.png',
      declared_type: 'image/png',
      declared_bytes: bytes.length,
      status: 'PROCESSING',
      landed_etag: etag,
      landed_bytes: bytes.length,
      landed_type: 'image/png',
      registered_at: new Date(),
      updated_at: new Date(Date.now() - 2 * 3_600_000),
    })
    .execute();
  return { id, key, etag, bytes: bytes.length };
}

/** An event in the outbox that no job has. */
async function loseJobOf(asset: { id: string; key: string; etag: string; bytes: number }) {
  const eventId = randomUUID();
  const payload = {
    asset_id: asset.id,
    bucket: store.bucket,
    object_key: asset.key,
    etag: asset.etag,
    version_id: null,
    bytes: asset.bytes,
  };
  await db.transaction().execute(async (trx) => {
    await publishEvent(services, trx, { eventId, type: 'AssetUploaded', key: asset.id, payload });
    await trx.deleteFrom('jobs').where('queue', '=', 'ingest').execute();
  });
  return eventId;
}

async function forsake(consumer: string, eventId: string) {
  await claimInbox(db, { consumer, eventId, owner: 'gone', leaseMs: 1 });
  await sql`update consumer_inbox set lease_until = clock_timestamp() - interval '2 hours',
    claimed_at = clock_timestamp() - interval '2 hours' where event_id = ${eventId}`.execute(db);
}

async function failRegistration(assetId: string) {
  const id = randomUUID();
  await sql`insert into registration_failures (id, object_key, asset_id, request_id, error, created_at)
    values (${id}, ${`assets/${assetId}/original.png`}, ${assetId}, 'test', 'no database',
      clock_timestamp() - interval '2 hours')`.execute(db);
  return id;
}

const statusOf = async (id: string) =>
  (await db.selectFrom('assets').select('status').where('id', '=', id).executeTakeFirst())?.status;

type Plant = () => Promise<{ wanted: string[]; isMended(): Promise<void>; replaced?: string[] }>;
const isGone = (key: string) => async () => expect(await store.head(key)).toBeUndefined();

/** One of each kind of damage: what is to be found, and how it looks when it is mended. */
const damage: Record<string, Plant> = {
  'an object of a lost attempt': async () => {
    const { photo, file } = await newFile();
    const key = await put(`derivatives/${photo.sha256}/partner/1/campaign/987654/file.jpg`);
    return {
      wanted: ['delete', 'orphan', key],
      isMended: async () => {
        await isGone(key)();
        expect(await store.head(file.object_key)).toBeDefined();
      },
    };
  },
  'an upload of no photo': async () => {
    const key = await put(objectKeys.landing(randomUUID(), 'jpg'));
    return { wanted: ['delete', 'landing', key], isMended: isGone(key) };
  },
  'an upload of no mark': async () => {
    const key = await put(objectKeys.markLanding(randomUUID(), 'png'));
    return { wanted: ['delete', 'landing', key], isMended: isGone(key) };
  },
  'a master that nothing names': async () => {
    const key = await put(objectKeys.master(hashOf(randomUUID())));
    return { wanted: ['delete', 'unnamed_master', key], isMended: isGone(key) };
  },
  'an upload in parts that nobody ends': async () => {
    const key = objectKeys.landing(randomUUID(), 'jpg');
    const { url, headers } = await store.presignMultipart(
      { method: 'create', key, contentType: 'image/jpeg' },
      60,
    );
    const answer = await (await fetch(url, { method: 'POST', headers })).text();
    const uploadId = /<UploadId>([^<]+)/.exec(answer)?.[1] ?? '';
    return {
      wanted: ['abort', 'multipart', `${key} ${uploadId}`],
      isMended: async () => {
        const left = [];
        for await (const each of store.listMultipart(key)) left.push(each);
        expect(left).toEqual([]);
      },
    };
  },
  'an inbox lease that nobody renews': async () => {
    const asset = await stuckAsset(await newPicture());
    const eventId = await loseJobOf(asset);
    await forsake('ingest', eventId);
    return {
      wanted: ['redrive', 'event', `${eventId}/ingest`],
      isMended: async () => expect(await statusOf(asset.id)).toBe('READY'),
    };
  },
  'an event of a consumer that is gone': async () => {
    const eventId = randomUUID();
    const payload = { audience: 'partner', policy_version: 1 };
    await db.transaction().execute(async (trx) => {
      await publishEvent(services, trx, { eventId, type: 'PolicyActivated', key: 'partner', payload });
      await trx.deleteFrom('jobs').where('queue', '=', 'plan').execute();
    });
    const consumer = `webhook/${randomUUID()}`;
    await forsake(consumer, eventId);
    return {
      wanted: ['close', 'event', `${eventId}/${consumer}`],
      isMended: async () => {
        const row = await db
          .selectFrom('consumer_inbox')
          .select('state')
          .where('event_id', '=', eventId)
          .where('consumer', '=', consumer)
          .executeTakeFirst();
        expect(row?.state).toBe('COMPLETED');
      },
    };
  },
  'a photo whose job is lost': async () => {
    const asset = await stuckAsset(await newPicture());
    await loseJobOf(asset);
    return {
      wanted: ['redrive', 'asset', asset.id],
      isMended: async () => expect(await statusOf(asset.id)).toBe('READY'),
    };
  },
  'a photo whose event is lost, too': async () => {
    const { id } = await stuckAsset(Buffer.from('bytes'));
    return {
      wanted: ['fail', 'asset', id],
      isMended: async () => expect(await statusOf(id)).toBe('FAILED'),
    };
  },
  'an upload that was registered late': async () => {
    const { assetId } = await newPhoto();
    const id = await failRegistration(assetId);
    return {
      wanted: ['close', 'registration', id],
      isMended: async () => {
        const row = await db
          .selectFrom('registration_failures')
          .select('repaired_at')
          .where('id', '=', id)
          .executeTakeFirst();
        expect(row?.repaired_at).not.toBeNull();
      },
    };
  },
  'a file that is gone': async () => {
    const { file, photo } = await newFile();
    await store.delete(file.object_key);
    return remade(photo, file);
  },
  'a file of another length': async () => {
    const { file, photo } = await newFile();
    await put(file.object_key, 'short');
    return remade(photo, file);
  },
  'a file with other bytes': async () => {
    const { file, photo } = await newFile();
    await put(file.object_key, Buffer.alloc(Number(file.byte_size), 7));
    return remade(photo, file);
  },
  'a manifest that is gone': async () => {
    const { file, photo } = await newFile();
    await store.delete(file.manifest_key);
    return remade(photo, file);
  },
  'a manifest that says something else': async () => {
    const { file, photo } = await newFile();
    await put(file.manifest_key, '{"name":"another"}');
    return remade(photo, file);
  },
};

function remade(
  photo: { sha256: string; assetId: string },
  file: Awaited<ReturnType<typeof rowsOf>>[number],
) {
  return {
    wanted: ['remake', 'file', file.object_key],
    isMended: async () => {
      const [now] = await rowsOf(services, photo);
      expect(now).toMatchObject({ sha256: file.sha256, retired_at: null });
      expect((await store.head(now?.object_key ?? ''))?.bytes).toBe(Number(now?.byte_size));
      expect(await store.head(now?.manifest_key ?? '')).toBeDefined();
    },
    replaced: [file.object_key, file.manifest_key],
  };
}

/** The objects of the attempt that was replaced go once they are older than the grace, which URLs to them are not. */
async function expectNothingLeft(replaced: readonly string[]) {
  const there = [];
  for (const key of replaced) if (await store.head(key)) there.push(['delete', 'orphan', key]);
  expect((await run(false)).sort()).toEqual(there.sort());
  expect(await run(false)).toEqual([]);
}

/** What only a person can mend, and what a person would do. */
const reports: Record<string, () => Promise<{ kind: string; key: string; mend(): Promise<unknown> }>> = {
  'a master that is gone': async () => {
    const { sha256, bytes } = await newPhoto();
    const key = objectKeys.master(sha256);
    await store.delete(key);
    return { kind: 'master', key, mend: () => put(key, bytes) };
  },
  'a master of another length': async () => {
    const { sha256, bytes } = await newPhoto();
    const key = await put(objectKeys.master(sha256), 'short');
    return { kind: 'master', key, mend: () => put(key, bytes) };
  },
  'a master with other bytes': async () => {
    const { sha256, bytes } = await newPhoto();
    const key = await put(objectKeys.master(sha256), Buffer.alloc(bytes.length, 7));
    return { kind: 'master', key, mend: () => put(key, bytes) };
  },
  'an image of a mark that is gone': async () => {
    const { sha256, bytes } = await newPhoto();
    await db.insertInto('mark_images').values({ sha256, name: 'Crest', uploaded_by: admin.id }).execute();
    const key = objectKeys.master(sha256);
    await store.delete(key);
    return { kind: 'mark', key, mend: () => put(key, bytes) };
  },
};

describe('a reconciliation', () => {
  beforeAll(async () => {
    await newFile();
    expect(await run(false)).toEqual([]);
  });

  it.each(Object.entries(damage))(
    'mends %s, and finds it no more; a dry run only says so',
    async (_n, plant) => {
      const { wanted, isMended, replaced = [] } = await plant();
      const before = await everything();
      expect(await run(true)).toEqual([wanted]);
      expect(await everything()).toEqual(before);
      expect(await run(false)).toEqual([wanted]);
      await isMended();
      await expectNothingLeft(replaced);
    },
  );

  it.each(Object.entries(reports))('names %s, and touches nothing', async (_name, plant) => {
    const { kind, key, mend } = await plant();
    const before = await everything();
    expect(await run(true)).toEqual([['report', kind, key]]);
    expect(await run(false)).toEqual([['report', kind, key]]);
    expect(await everything()).toEqual(before);
    await mend();
    expect(await run(false)).toEqual([]);
  });

  it('mends all of it at once, each act with its row in the audit log', async () => {
    const planted = [];
    for (const plant of Object.values(damage)) planted.push(await plant());
    const wanted = planted.map((each) => each.wanted).sort();
    const before = await everything();
    expect((await run(true)).sort()).toEqual(wanted);
    expect(await everything()).toEqual(before);
    const { rows } = await sql<{
      id: number;
    }>`select coalesce(max(id), 0)::integer as id from audit_log`.execute(db);
    expect((await run(false)).sort()).toEqual(wanted);
    for (const { isMended } of planted) await isMended();
    const audited = await db
      .selectFrom('audit_log')
      .select(['subject_kind', 'subject_id'])
      .where('action', '=', 'reconciliation.acted')
      .where('id', '>', rows[0]?.id ?? 0)
      .execute();
    // A file's own act is the order to make it anew, which has an audit row of its own.
    const acts = wanted.filter(([, kind]) => kind !== 'file').map(([, kind, subject]) => [kind, subject]);
    expect(audited.map((row) => [row.subject_kind, row.subject_id]).sort()).toEqual(acts.sort());
    await expectNothingLeft(planted.flatMap(({ replaced = [] }) => replaced));
  });

  it('leaves alone what is younger than the grace, and what waits among the dead letters', async () => {
    const keys = [
      await put(objectKeys.landing(randomUUID(), 'jpg')),
      await put(objectKeys.master(hashOf(randomUUID()))),
      await put(`derivatives/${'a'.repeat(64)}/partner/1/campaign/987655/file.jpg`),
    ];
    const asset = await stuckAsset(Buffer.from('later'));
    const eventId = await loseJobOf(asset);
    await forsake('ingest', eventId);
    await sql`insert into dead_jobs (id, queue, priority, attempts, max_attempts, dedup_key, payload,
      last_error_category, last_error, created_at)
      values (${randomUUID()}, 'ingest', 0, 1, 1, ${`${eventId}/ingest`}, '{}', 'internal', 'x',
        clock_timestamp())`.execute(db);
    expect(await run(false, services)).toEqual([]);
    expect(await getLastReconciliation(services, admin)).toMatchObject({ dryRun: false, acts: [] });
    for (const key of keys) {
      expect(await store.head(key)).toBeDefined();
      await store.delete(key);
    }
    // The photo is neither failed nor driven: a person decides about its letter.
    expect(await statusOf(asset.id)).toBe('PROCESSING');
  });
});
