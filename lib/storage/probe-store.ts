import { createHash, randomUUID } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';
import { probeUnsigned } from './probe-unsigned.ts';
import { refusalOf } from './s3-errors.ts';
import type { S3Settings } from './s3-settings.ts';
import { connectS3 } from './s3-store.ts';

/** `refuse`: the portal must not start on this store. `warning`: it may, and the operator is told. */
export interface StoreFinding {
  level: 'refuse' | 'warning';
  message: string;
}

/**
 * Tries on an object of its own what the portal will rely on, and says in whole sentences what does not hold. It
 * leaves nothing behind. `portalOrigin` adds the question whether the portal's pages may upload.
 */
export async function probeStore(
  settings: S3Settings,
  options: { portalOrigin?: string } = {},
): Promise<StoreFinding[]> {
  const store = connectS3(settings);
  const key = `probe/${randomUUID()}`;
  const body = Buffer.from('probe');
  try {
    await store.put(key, body, body.length, { contentType: 'text/plain' });
  } catch (error) {
    return [{ level: 'refuse', message: unusable(settings, error) }];
  }
  try {
    const unsigned = await probeUnsigned(settings, key);
    // Nothing else matters while anybody may read the masters.
    if (unsigned) return [{ level: 'refuse', message: unsigned }];
    const findings = [
      await probeConditionalWrite(store, key, body),
      await probePinnedRead(store, key),
      await probeChecksum(store, key),
      options.portalOrigin ? await probeCors(store, key, options.portalOrigin) : undefined,
    ];
    return findings.filter((finding) => finding !== undefined);
  } finally {
    await store.delete(key);
  }
}

function unusable(settings: S3Settings, error: unknown): string {
  const refusal = refusalOf(error);
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = settings;
  const code = error instanceof Error ? error.name : String(error);
  if (code === 'StoreUnavailable' || refusal === 'unavailable')
    return `The object store at ${endpoint} does not answer. Start it, or correct S3_ENDPOINT.`;
  if (code === 'NoSuchBucket')
    return `There is no bucket '${bucket}' at ${endpoint}. Create it, or correct S3_BUCKET.`;
  return `The object store at ${endpoint} refuses to write into the bucket '${bucket}' (${code}). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and what that key may do.`;
}

async function probeConditionalWrite(
  store: ObjectStore,
  key: string,
  body: Buffer,
): Promise<StoreFinding | undefined> {
  const second = await attempt(() =>
    store.put(key, body, body.length, { contentType: 'text/plain', ifAbsent: true }),
  );
  if (second?.state === 'exists') return undefined;
  return {
    level: 'warning',
    message:
      'The object store ignores If-None-Match on writes: until its URL expires, an upload can be written a second time. A photo that was changed so is noticed by its ETag and fails.',
  };
}

/** Without this pin a changed upload could become a master unnoticed. */
async function probePinnedRead(store: ObjectStore, key: string): Promise<StoreFinding | undefined> {
  const read = await store.get(key, { ifMatch: '"00000000000000000000000000000000"' });
  if (read.state === 'found') read.body.destroy();
  if (read.state === 'changed') return undefined;
  return {
    level: 'refuse',
    message:
      'The object store ignores If-Match on reads: a photo that was changed after its upload could not be told from the one that was registered. Use a store that honours If-Match.',
  };
}

async function probeChecksum(store: ObjectStore, key: string): Promise<StoreFinding | undefined> {
  const sha256 = createHash('sha256').update('something else').digest('hex');
  const body = Buffer.from('torn');
  const torn = await attempt(() => store.put(key, body, body.length, { contentType: 'text/plain', sha256 }));
  if (!torn) return undefined;
  return {
    level: 'warning',
    message:
      'The object store does not check SHA-256 checksums: a file that is damaged on its way there would not be refused.',
  };
}

async function probeCors(store: ObjectStore, key: string, origin: string): Promise<StoreFinding | undefined> {
  const { url } = await store.presignPut(key, { contentType: 'text/plain', bytes: 1, expiresSeconds: 60 });
  const answer = await attempt(() =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,if-none-match,x-amz-checksum-sha256',
      },
    }),
  );
  const allowed = answer?.headers.get('access-control-allow-origin');
  if (answer?.ok && (allowed === origin || allowed === '*')) return undefined;
  return {
    level: 'warning',
    message: `The bucket's CORS rules do not let pages of ${origin} upload. Allow that origin PUT, POST, GET and DELETE with the headers content-type, if-none-match and x-amz-checksum-sha256, and expose ETag.`,
  };
}

/** A refusal is an answer too. */
async function attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch {
    return undefined;
  }
}
