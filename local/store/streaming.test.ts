import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { forkStore } from '#test/store-process.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'blazon-store-'));
const store = await forkStore(folder);
afterAll(async () => {
  await store.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const megabyte = 1024 * 1024;
const piece = Buffer.alloc(megabyte, 'blazon');

/**
 * The most memory of its own that the process ever held, in MB: without the pages of the Node binary, which all Node
 * processes share.
 */
async function peakMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${store.child.pid}/status`, 'utf8');
  const kilobytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]);
  return (kilobytes('VmHWM') - kilobytes('RssFile')) / 1024;
}

test.runIf(process.platform === 'linux')(
  'an upload and a download of 200 MB pass through less than 100 MB of memory',
  async () => {
    const client = connectS3(store.settings);
    const before = await peakMegabytes();
    const pieces = 200;
    const sent = createHash('sha256');
    for (let index = 0; index < pieces; index += 1) sent.update(piece);
    const sha256 = sent.digest('hex');
    const body = Readable.from(
      (function* () {
        for (let index = 0; index < pieces; index += 1) yield piece;
      })(),
      { objectMode: false },
    );
    const written = await client.put('large', body, pieces * megabyte, { contentType: 'image/tiff', sha256 });
    expect(written.state).toBe('written');
    const read = await client.get('large');
    if (read.state !== 'found') throw new Error(read.state);
    const got = createHash('sha256');
    for await (const data of read.body) got.update(data);
    expect(got.digest('hex')).toBe(sha256);
    const peak = await peakMegabytes();
    expect(peak).toBeLessThan(100);
    expect(peak - before).toBeLessThan(40);
  },
  60_000,
);
