import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Where everything lies. No name on disk is taken from a request: keys are hashed, and all other names are random
 * or numbers, so that no key can point outside the folder.
 */
export function storeLayout(folder: string) {
  const bucket = (name: string) => path.join(folder, 'buckets', hashed(name));
  return {
    folder,
    buckets: path.join(folder, 'buckets'),
    bucketFile: (name: string) => path.join(bucket(name), 'bucket.json'),
    objects: (name: string) => path.join(bucket(name), 'objects'),
    objectFile: (name: string, key: string) => {
      const hash = hashed(key);
      return path.join(bucket(name), 'objects', hash.slice(0, 2), `${hash}.json`);
    },
    uploads: (name: string) => path.join(bucket(name), 'uploads'),
    upload: (name: string, uploadId: string) => path.join(bucket(name), 'uploads', uploadId),
    blobs: path.join(folder, 'blobs'),
    blobFile: (id: string) => path.join(folder, 'blobs', id.slice(0, 2), id),
    notices: path.join(folder, 'notices'),
  };
}

export type StoreLayout = ReturnType<typeof storeLayout>;

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The 256 folders that names are spread over by their first two digits. */
export function makeShards(folder: string): void {
  for (let shard = 0; shard < 256; shard += 1)
    mkdirSync(path.join(folder, shard.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
}
