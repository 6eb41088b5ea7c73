import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { spoolFolder } from '#lib/child/spool.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { claimJobs } from '#lib/jobs/claim-jobs.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { runJob, type Settlement } from '#lib/jobs/run-job.ts';
import type { Services } from '#lib/services.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';
import type { UploadAnswer, UploadRequest } from '#lib/upload/request-schema.ts';
import { testServices } from './services.ts';
import { insertEditor, insertProduct, landPhoto } from './uploads.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A portal of one test file: real database, real store, and the way of a photo up to and through its ingest. */
export class IngestRig {
  readonly services: Services;
  readonly editor: Caller & { id: string };
  /** The same, with a store that nobody answers for. */
  readonly withoutStore: Services;
  #productId = '';

  private constructor(services: Services, withoutStore: Services, editor: Caller & { id: string }) {
    this.services = services;
    this.withoutStore = withoutStore;
    this.editor = editor;
  }

  static async open(settings: Record<string, string> = {}): Promise<IngestRig> {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'blazon-data-'));
    afterAll(() => rm(dataFolder, { recursive: true, force: true }));
    const { services, store } = await testServices({ DATA_DIR: dataFolder, ...settings });
    const away = connectS3({ ...store.settings, S3_ENDPOINT: 'http://127.0.0.1:9' });
    return new IngestRig(services, { ...services, store: away }, await insertEditor(services));
  }

  /** An empty product and an empty queue. */
  async clear(): Promise<void> {
    this.#productId = await insertProduct(this.services, this.editor.id);
    await this.services.db.deleteFrom('jobs').execute();
  }

  /** An asset whose bytes are there and that nobody has registered. */
  land(bytes: Buffer, changes: Partial<UploadRequest> = {}): Promise<UploadAnswer> {
    return landPhoto(this.services, this.editor, this.#productId, { bytes, changes });
  }

  /** An asset that is PROCESSING, with its job. */
  async upload(bytes: Buffer, changes: Partial<UploadRequest> = {}): Promise<string> {
    const landed = await this.land(bytes, changes);
    await completeUpload(this.services, this.editor, { key: landed.object_key });
    return landed.asset_id;
  }

  async claim(): Promise<{ job: ClaimedJob; deadlineInMs: number | null }> {
    const { db } = this.services;
    await sql`update jobs set run_at = clock_timestamp() - interval '1 second'`.execute(db);
    const [claim] = await claimJobs(db, { queue: 'ingest', limit: 1, workerId: 'test', leaseMs: 60_000 });
    if (!claim) throw new Error('there is no job to attempt');
    return claim;
  }

  /** Claims the one ready job and makes one attempt at it. */
  async attempt(services = this.services): Promise<Settlement> {
    const claim = await this.claim();
    const controller = new AbortController();
    return runJob({ services, handler: jobHandlers.ingest, claim, controller, random: () => 0.5 });
  }

  /** Lets the deadline of the one ready job pass while the store is away, however often it is tried. */
  async fail(): Promise<Settlement> {
    await this.services.db.updateTable('jobs').set({ max_attempts: 1 }).execute();
    if ((await this.attempt(this.withoutStore)) !== 'retry')
      throw new Error('an outage used up the attempts');
    await sql`update jobs set deadline = clock_timestamp()`.execute(this.services.db);
    return this.attempt(this.withoutStore);
  }

  /** What became of the events of an asset, in the order of their claims. */
  inbox(assetId: string) {
    return this.services.db
      .selectFrom('consumer_inbox')
      .innerJoin('outbox_events', 'outbox_events.event_id', 'consumer_inbox.event_id')
      .select(['consumer_inbox.event_id', 'state', 'outcome', 'lease_until'])
      .where('outbox_events.key', '=', assetId)
      .orderBy('claimed_at')
      .execute();
  }

  async eventOf(assetId: string): Promise<string> {
    const query = this.services.db.selectFrom('outbox_events').select('event_id').where('key', '=', assetId);
    return (await query.executeTakeFirstOrThrow()).event_id;
  }

  async countJobs(): Promise<number> {
    return (await this.services.db.selectFrom('jobs').select('id').execute()).length;
  }

  spooled(): string[] {
    return readdirSync(spoolFolder(this.services.env, 'ingest'));
  }
}
