import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { prepareBucket } from '#lib/storage/prepare-bucket.ts';
import type { S3Settings } from '#lib/storage/s3-settings.ts';
import { freePort } from '#local/free-port.ts';
import { s3Peer } from '../s3-peer.ts';
import { cached, runTool } from './engine-cache.ts';
import { startEngine } from './engine-process.ts';

export interface RunningStore {
  settings: S3Settings;
  stop(): Promise<void>;
}

const module = 'github.com/seaweedfs/seaweedfs';
const version = 'v0.0.0-20261109003541-7506e5f91cd6';
const bucket = 'blazon-suite';
const minute = 60_000;

/** SeaweedFS with its S3 gateway, built from the Go module, on loopback, with data that goes with it. */
export async function startSeaweedfs(): Promise<RunningStore> {
  const weed = path.join(await buildSeaweedfs(), 'weed');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-seaweedfs-'));
  const credentials = { accessKey: 'engine-access-key', secretKey: 'engine-secret-key' };
  const identities = [{ name: 'blazon', credentials: [credentials], actions: ['Admin'] }];
  const config = path.join(folder, 's3.json');
  writeFileSync(config, JSON.stringify({ identities }));
  const ports = await choosePorts(['s3', 'master', 'volume', 'filer']);
  const portFlags = Object.entries(ports).flatMap(([part, { http, grpc }]) => [
    `-${part}.port=${http}`,
    `-${part}.port.grpc=${grpc}`,
  ]);
  const port = ports.s3?.http ?? 0;
  const fixed = ['-ip=127.0.0.1', '-ip.bind=127.0.0.1', '-s3', '-s3.port.iceberg=0', '-s3.port.lance=0'];
  const sized = ['-master.volumeSizeLimitMB=64', '-volume.max=50', '-master.telemetry=false'];
  const server = await startEngine(
    [weed, 'server', `-dir=${folder}`, `-s3.config=${config}`, ...fixed, ...sized, ...portFlags],
    { port, logFile: path.join(folder, 'weed.log'), timeoutMs: minute },
  );
  const settings: S3Settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_PUBLIC_ENDPOINT: undefined,
    S3_BUCKET: bucket,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: credentials.accessKey,
    S3_SECRET_ACCESS_KEY: credentials.secretKey,
    S3_FORCE_PATH_STYLE: true,
  };
  await makeBucket(settings);
  return {
    settings,
    async stop() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Its go.mod has a replace directive, with which `go install module@version` refuses: built from a copy. */
function buildSeaweedfs(): Promise<string> {
  return cached(`seaweedfs-${version}`, async (folder) => {
    const downloaded = await runTool('go', ['mod', 'download', '-json', `${module}@${version}`], {
      cwd: os.tmpdir(),
      timeoutMs: 10 * minute,
    });
    const source = mkdtempSync(path.join(os.tmpdir(), 'blazon-seaweedfs-source-'));
    try {
      cpSync((JSON.parse(downloaded) as { Dir: string }).Dir, source, { recursive: true });
      await runTool('chmod', ['-R', 'u+w', source], { timeoutMs: minute });
      const args = [
        'build',
        '-trimpath',
        '-buildvcs=false',
        '-ldflags',
        '-s -w',
        '-o',
        path.join(folder, 'weed'),
        './weed',
      ];
      await runTool('go', args, { cwd: source, timeoutMs: 25 * minute, env: { CGO_ENABLED: '0' } });
    } finally {
      rmSync(source, { recursive: true, force: true });
    }
  });
}

async function choosePorts(
  parts: readonly string[],
): Promise<Record<string, { http: number; grpc: number }>> {
  const ports: Record<string, { http: number; grpc: number }> = {};
  let next = 22_000 + (process.pid % 500) * 10;
  for (const part of parts) {
    const http = await freePort(next);
    const grpc = await freePort(http + 1);
    next = grpc + 1;
    ports[part] = { http, grpc };
  }
  return ports;
}

/** It answers before its parts have found each other. */
async function makeBucket(settings: S3Settings): Promise<void> {
  const client = s3Peer(settings);
  const until = performance.now() + minute;
  for (;;) {
    try {
      await prepareBucket(settings, 'http://localhost:3000');
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'ready', Body: 'x' }));
      return client.destroy();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
