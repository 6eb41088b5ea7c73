import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { ObjectStore } from '#lib/storage/object-store.ts';
import type { S3Settings } from '#lib/storage/s3-settings.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { type StoreOptions, startStore } from '#local/store/start-store.ts';

export interface TestStore {
  store: ObjectStore;
  settings: S3Settings;
  endpoint: string;
  folder: string;
  stop(): Promise<void>;
}

export const testCredentials = { accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-key' };

/** A local store of its own on a free port, gone when the test file ends. */
export async function testStore(options: Partial<StoreOptions> = {}): Promise<TestStore> {
  const folder = options.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'blazon-store-')));
  const bucket = options.bucket ?? 'photos';
  const credentials = options.credentials ?? testCredentials;
  const running = await startStore({
    port: 0,
    corsOrigins: ['http://localhost:3000'],
    ...options,
    folder,
    bucket,
    credentials,
  });
  const settings: S3Settings = {
    S3_ENDPOINT: running.endpoint,
    S3_PUBLIC_ENDPOINT: undefined,
    S3_BUCKET: bucket,
    S3_REGION: options.region ?? 'us-east-1',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    S3_FORCE_PATH_STYLE: true,
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop();
    return stopped;
  };
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { store: connectS3(settings), settings, endpoint: running.endpoint, folder, stop };
}
