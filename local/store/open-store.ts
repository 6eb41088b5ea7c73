import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Bucket } from './bucket.ts';
import { makeShards, storeLayout } from './disk/layout.ts';
import { listFiles, readRecords } from './disk/read-folder.ts';
import type { ObjectRecord, PartRecord, UploadRecord } from './disk/records.ts';
import { type MultipartUpload, MultipartUploads } from './multipart-uploads.ts';
import type { NoticeQueue } from './notify/notice-queue.ts';
import { ObjectIndex } from './object-index.ts';
import { Store } from './store.ts';

/**
 * Reads the folder as the last process left it, by whatever end. Records decide: a blob that none names was never
 * finished or is no longer wanted, and is swept.
 */
export async function openStore(options: {
  folder: string;
  region: string;
  notices: NoticeQueue;
}): Promise<Store> {
  const layout = storeLayout(options.folder);
  for (const folder of [layout.folder, layout.buckets, layout.blobs, layout.notices])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeShards(layout.blobs);
  const store = new Store({ region: options.region, layout, notices: options.notices });
  const blobFiles = new Map((await listFiles(layout.blobs)).map((file) => [path.basename(file), file]));
  const named = new Set<string>();

  for (const name of await bucketNames(layout.buckets)) {
    const records = (await readRecords<ObjectRecord>(await listFiles(layout.objects(name)))).filter(
      (record) => record.blobs.every(({ id }) => blobFiles.has(id)),
    );
    const index = new ObjectIndex(records);
    const uploads = await openUploads(layout.uploads(name), index);
    for (const record of records) {
      store.sequencer.see(record.sequencer);
      for (const { id } of record.blobs) named.add(id);
    }
    for (const { parts } of uploads.values()) for (const { blob } of parts.values()) named.add(blob.id);
    const { blobs, notices, sequencer } = store;
    const multipart = new MultipartUploads(name, { layout, blobs, uploads });
    store.add(new Bucket(name, { layout, blobs, notices, sequencer, index, uploads: multipart }));
  }
  for (const [id, file] of blobFiles) if (!named.has(id)) await rm(file, { force: true });
  await options.notices.open(layout.notices, (bucket, key) =>
    store.hasBucket(bucket) ? store.bucket(bucket).find(key) : undefined,
  );
  return store;
}

async function bucketNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder)) {
    try {
      names.push(JSON.parse(await readFile(path.join(folder, entry, 'bucket.json'), 'utf8')).name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(path.join(folder, entry), { recursive: true, force: true });
    }
  }
  return names;
}

async function openUploads(folder: string, index: ObjectIndex): Promise<Map<string, MultipartUpload>> {
  const uploads = new Map<string, MultipartUpload>();
  for (const uploadId of await readdir(folder)) {
    const files = await listFiles(path.join(folder, uploadId));
    const recordFile = files.find((file) => path.basename(file) === 'upload.json');
    const [record] = recordFile ? await readRecords<UploadRecord>([recordFile]) : [];
    // The object is already there: the completion was killed before it could clear up.
    if (!record || index.find(record.key)?.uploadId === uploadId) {
      await rm(path.join(folder, uploadId), { recursive: true, force: true });
      continue;
    }
    const parts = await readRecords<PartRecord>(files.filter((file) => file !== recordFile));
    uploads.set(uploadId, { record, parts: new Map(parts.map((part) => [part.number, part])) });
  }
  return uploads;
}
