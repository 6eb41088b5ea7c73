import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startFauxqs } from 'fauxqs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDerivative } from '#lib/deliver/open-derivative.ts';
import { parseEnv } from '#lib/env.ts';
import { createLogger } from '#lib/observe/log.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import type { Services } from '#lib/services.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';
import { testDatabase } from '../database.ts';
import { insertMember, insertNamedProduct, openPortal } from '../portal.ts';
import { drawPhoto, landPhoto } from '../uploads.ts';
import { eventually } from './kafka-rig.ts';
import { withEngines } from './with-engines.ts';

const queue = 'uploads';

/** Every part as in production and in a process of its own; only the queue's sender is played by the test. */
withEngines(
  ['brokers', 's3'],
  'the whole way of a photo over S3, SQS, the bridge and Kafka',
  async ({ brokers, s3 }) => {
    const { db, url } = await testDatabase();
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'blazon-journey-'));
    const sqs = await startFauxqs({ port: 0, host: 'localhost', logger: false });
    const { queueArn } = sqs.createQueue(`${queue}-dead`);
    const redrive = JSON.stringify({ deadLetterTargetArn: queueArn, maxReceiveCount: '3' });
    const { queueUrl } = sqs.createQueue(queue, {
      attributes: { VisibilityTimeout: '2', RedrivePolicy: redrive },
    });
    const settings: Record<string, string> = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      PORTAL_URL: 'http://localhost:3000',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      ...Object.fromEntries(
        ['AUTH', 'JOBS', 'EVENTS'].map((name) => [`${name}_SECRET`, name.padEnd(40, 'x')]),
      ),
      ...Object.fromEntries(
        Object.entries(s3).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ),
      S3_BUCKET: `journey-${process.pid}`,
      EVENTS: 'kafka',
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC: `journey-${process.pid}`,
      SQS_QUEUE_URL: queueUrl,
      SQS_ENDPOINT: sqs.address,
      SQS_ACCESS_KEY_ID: 'test',
      SQS_SECRET_ACCESS_KEY: 'test',
    };
    const env = parseEnv(settings);
    const services: Services = {
      env,
      db,
      store: connectS3(env),
      log: createLogger({ level: 'silent', name: 'test' }),
    };
    const processes: ChildProcess[] = [];

    async function start(entry: string): Promise<ChildProcess> {
      const child = fork(path.resolve(`scripts/${entry}.ts`), [], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        env: { ...settings, NODE_ENV: 'test', PATH: process.env.PATH, HOME: process.env.HOME },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      processes.push(child);
      await once(child, 'message');
      return child;
    }

    /** A command that ends by itself; what it says about a refusal is shown. */
    async function run(entry: string): Promise<number | null> {
      const child = fork(path.resolve(`scripts/${entry}.ts`), [], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        env: { ...settings, NODE_ENV: 'test', PATH: process.env.PATH, HOME: process.env.HOME },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      const [said] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')]);
      if (child.exitCode !== 0) console.error(said);
      return child.exitCode;
    }

    async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
      return child.exitCode;
    }

    let [worker, bridge]: ChildProcess[] = [];
    beforeAll(async () => {
      expect(await run('setup')).toBe(0);
      [worker, bridge] = await Promise.all([start('worker'), start('bridge'), start('relay')]);
    });
    afterAll(async () => {
      await Promise.all(processes.map((child) => end(child, 'SIGKILL')));
      await sqs.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const { editor } = await openPortal(services);
    const teacher = await insertMember(services, 'teacher');

    /** As S3 tells it, twice over, as a queue that delivers at least once may. */
    async function notify(objectKey: string): Promise<void> {
      const facts = await services.store.head(objectKey);
      const key = encodeURIComponent(objectKey).replaceAll('%2F', '/');
      const object = {
        key,
        size: facts?.bytes,
        eTag: facts?.etag.replaceAll('"', ''),
        sequencer: '0055AED6DCD90281E5',
      };
      const record = {
        eventName: 'ObjectCreated:Put',
        s3: { bucket: { name: services.store.bucket }, object },
      };
      for (let copy = 0; copy < 2; copy += 1) sqs.sendMessage(queue, JSON.stringify({ Records: [record] }));
    }

    const upload = async (shade: number) => {
      const productId = await insertNamedProduct(services, editor);
      return landPhoto(services, editor, productId, { bytes: await drawPhoto(shade) });
    };
    const statusOf = async (id: string) =>
      (await db.selectFrom('assets').select('status').where('id', '=', id).executeTakeFirst())?.status;
    const eventsOf = (key: string) =>
      db.selectFrom('outbox_events').selectAll().where('key', '=', key).orderBy('created_at').execute();

    it('leads from the PUT to a file in the classroom, without a call of the browser in between', async () => {
      const { asset_id, object_key } = await upload(40);
      sqs.sendMessage(queue, JSON.stringify({ Event: 's3:TestEvent' }));
      await notify(object_key);
      await eventually(() => statusOf(asset_id)).toBe('READY');
      await approveVersion(services, editor, { assetId: asset_id, version: 1, audiences: ['teacher'] });
      const version = await db
        .selectFrom('asset_versions')
        .select('source_hash')
        .where('asset_id', '=', asset_id)
        .executeTakeFirstOrThrow();
      const findFile = () =>
        db
          .selectFrom('derivatives')
          .selectAll()
          .where('source_hash', '=', version.source_hash)
          .where('format', '=', 'web-small')
          .executeTakeFirst();
      await eventually(findFile).toBeDefined();
      const { url: signed } = await openDerivative(services, teacher, {
        source_hash: version.source_hash,
        audience: 'teacher',
        policy_version: 1,
        format: 'web-small',
      });
      const file = Buffer.from(await (await fetch(signed)).arrayBuffer());
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 });

      const [uploaded, ready] = await eventsOf(asset_id);
      expect(ready).toMatchObject({ type: 'AssetReady', causation_id: uploaded?.event_id });
      await eventually(async () => (await eventsOf(asset_id)).every(({ published_at }) => published_at)).toBe(
        true,
      );
      const inbox = await db
        .selectFrom('consumer_inbox')
        .selectAll()
        .where('event_id', '=', uploaded?.event_id ?? '')
        .execute();
      expect(inbox).toMatchObject([{ consumer: 'ingest', state: 'COMPLETED', outcome: 'ready' }]);
    });

    it('is one registration where the browser’s call and the store’s event race', async () => {
      const landed = await Promise.all([10, 20, 30, 50, 60, 70].map(upload));
      await Promise.all(
        landed.flatMap(({ object_key }) => [
          notify(object_key),
          completeUpload(services, editor, { key: object_key }),
        ]),
      );
      for (const { asset_id } of landed) {
        await eventually(() => statusOf(asset_id)).toBe('READY');
        const types = (await eventsOf(asset_id)).map(({ type }) => type);
        expect(types).toEqual(['AssetUploaded', 'AssetReady']);
      }
      const registered = await db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'asset.uploaded')
        .execute();
      expect(registered).toHaveLength(landed.length + 1);
    });

    it('goes on where bridge and worker were killed', async () => {
      const first = await upload(80);
      if (bridge) await end(bridge, 'SIGKILL');
      if (worker) await end(worker, 'SIGKILL');
      const second = await upload(90);
      await notify(first.object_key);
      await notify(second.object_key);
      [worker, bridge] = await Promise.all([start('worker'), start('bridge')]);
      await eventually(() => statusOf(first.asset_id)).toBe('READY');
      await eventually(() => statusOf(second.asset_id)).toBe('READY');
      const dead = await db.selectFrom('dead_jobs').selectAll().execute();
      expect(dead).toEqual([]);
    });

    it('ends each process in order when it is told to', async () => {
      const codes = await Promise.all(
        processes.filter(({ signalCode }) => signalCode === null).map((child) => end(child, 'SIGTERM')),
      );
      expect(codes).toEqual([0, 0, 0]);
    });
  },
);
