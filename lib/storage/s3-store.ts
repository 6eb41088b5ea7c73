import { PassThrough, type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type ObjectFacts, type ObjectStore, type PutOptions, StoreUnavailable } from './object-store.ts';
import { createS3Client } from './s3-client.ts';
import { answered, refusalOf } from './s3-errors.ts';
import { listS3, listS3Multipart } from './s3-list.ts';
import { createPresigner, hexToBase64 } from './s3-presign.ts';
import type { S3Settings } from './s3-settings.ts';
import { withSource } from './s3-source.ts';

/** A conditional write that meets another one is told to try again; the next answer is then a plain yes or no. */
const conflictAttempts = 5;

/** The store behind `S3_ENDPOINT`. It opens no connection before the first call and needs no closing. */
export function connectS3(settings: S3Settings): ObjectStore {
  const bucket = settings.S3_BUCKET;
  const client = createS3Client(settings, settings.S3_ENDPOINT);
  const browserClient = createS3Client(settings, settings.S3_PUBLIC_ENDPOINT ?? settings.S3_ENDPOINT);
  const at = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    bucket,
    ...createPresigner(browserClient, bucket),
    head: (key) => answered('HeadObject', () => head(client, bucket, key)),
    get: (key, options) => answered('GetObject', () => get(client, bucket, key, options)),
    put: (key, body, bytes, options) =>
      answered('PutObject', () => put(client, bucket, key, body, bytes, options)),
    delete: async (key) => {
      await answered('DeleteObject', () => client.send(new DeleteObjectCommand(at(key))));
    },
    abortMultipart: async (key, uploadId) => {
      try {
        await answered('AbortMultipartUpload', () =>
          client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId })),
        );
      } catch (error) {
        // Completed or aborted before: there is nothing left to end.
        if (refusalOf(error) !== 'absent') throw error;
      }
    },
    list: (prefix, after) => listS3(client, bucket, prefix, after),
    listMultipart: (prefix) => listS3Multipart(client, bucket, prefix),
  };
}

async function head(client: S3Client, bucket: string, key: string): Promise<ObjectFacts | undefined> {
  try {
    const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return factsOf(key, answer, answer.ContentLength ?? 0);
  } catch (error) {
    if (refusalOf(error) === 'absent') return undefined;
    throw error;
  }
}

async function get(
  client: S3Client,
  bucket: string,
  key: string,
  options: NonNullable<Parameters<ObjectStore['get']>[1]> = {},
): ReturnType<ObjectStore['get']> {
  const { range, ifMatch, versionId } = options;
  try {
    const answer = await client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        IfMatch: ifMatch,
        VersionId: versionId,
        ...(range && { Range: `bytes=${range.first}-${range.last}` }),
      }),
    );
    const total = Number(/\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? answer.ContentLength ?? 0);
    return {
      state: 'found',
      facts: factsOf(key, answer, total),
      body: guarded(answer.Body as Readable),
    };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === 'absent') return { state: 'absent' };
    if (refusal === 'precondition') return { state: 'changed' };
    if (refusal !== 'range') throw error;
    // Nothing lies in the range: the object is shorter, or empty.
    const facts = await head(client, bucket, key);
    if (!facts) return { state: 'absent' };
    if (ifMatch && facts.etag !== ifMatch) return { state: 'changed' };
    return { state: 'found', facts, body: new PassThrough().end() };
  }
}

async function put(
  client: S3Client,
  bucket: string,
  key: string,
  body: Buffer | Readable,
  bytes: number,
  options: PutOptions,
): ReturnType<ObjectStore['put']> {
  for (let attempt = 1; ; attempt += 1) {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentLength: bytes,
      ContentType: options.contentType,
      CacheControl: options.cacheControl,
      ...(options.sha256 && { ChecksumSHA256: hexToBase64(options.sha256) }),
      ...(options.ifAbsent && { IfNoneMatch: '*' }),
    });
    try {
      const answer = await withSource(body, (abortSignal) => client.send(command, { abortSignal }));
      return { state: 'written', etag: answer.ETag ?? '' };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === 'precondition') return { state: 'exists' };
      if (refusal !== 'conflict') throw error;
      // A stream is spent: only the caller can send it again.
      if (!Buffer.isBuffer(body) || attempt === conflictAttempts)
        throw new StoreUnavailable('PutObject', error);
    }
  }
}

interface Described {
  ETag?: string;
  VersionId?: string;
  ContentType?: string;
  LastModified?: Date;
}

function factsOf(key: string, answer: Described, bytes: number): ObjectFacts {
  return {
    key,
    bytes,
    etag: answer.ETag ?? '',
    versionId: answer.VersionId,
    contentType: answer.ContentType,
    lastModified: answer.LastModified,
  };
}

/** A body that breaks off is the store's failure, and its reader must be able to tell it from one of its own. */
function guarded(body: Readable): Readable {
  const out = new PassThrough();
  body.once('error', (error) => out.destroy(new StoreUnavailable('GetObject', error)));
  out.once('close', () => body.destroy());
  return body.pipe(out);
}
