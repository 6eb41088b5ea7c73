import type { Readable } from 'node:stream';

/** What a store says of an object. `etag` keeps its quotes, as HTTP carries it. */
export interface ObjectFacts {
  key: string;
  bytes: number;
  etag: string;
  /** Only from stores that keep versions. */
  versionId: string | undefined;
  contentType: string | undefined;
  lastModified: Date | undefined;
}

export interface PutOptions {
  contentType: string;
  /** Lower-case hex; sent as the store's checksum, so a torn write is refused there. */
  sha256?: string;
  /** `If-None-Match: *`: an object that is already there makes the answer `exists`. */
  ifAbsent?: boolean;
  cacheControl?: string;
}

export interface PresignedRequest {
  url: string;
  /** Headers that the signature covers and the sender must send. */
  headers: Record<string, string>;
  expiresAt: Date;
}

export type MultipartCall =
  | { method: 'create'; key: string; contentType: string }
  | { method: 'part'; key: string; uploadId: string; partNumber: number }
  | { method: 'list-parts'; key: string; uploadId: string }
  | { method: 'complete'; key: string; uploadId: string }
  | { method: 'abort'; key: string; uploadId: string };

/**
 * What the portal needs of a store, and no more. Expected outcomes (absent, already there, changed) are values;
 * a store that can't be reached or answers 5xx throws `StoreUnavailable`.
 */
export interface ObjectStore {
  readonly bucket: string;
  head(key: string): Promise<ObjectFacts | undefined>;
  /** `range` is inclusive, in bytes. `ifMatch` pins the ETag: `changed` when another object stands there. */
  get(
    key: string,
    options?: { range?: { first: number; last: number }; ifMatch?: string; versionId?: string },
  ): Promise<
    { state: 'found'; facts: ObjectFacts; body: Readable } | { state: 'absent' } | { state: 'changed' }
  >;
  put(
    key: string,
    body: Buffer | Readable,
    bytes: number,
    options: PutOptions,
  ): Promise<{ state: 'written'; etag: string } | { state: 'exists' }>;
  delete(key: string): Promise<void>;
  /** Yields keys below `prefix` in lexical order, a page at a time; with `after`, those that come behind that key. */
  list(prefix: string, after?: string): AsyncIterable<ObjectFacts>;
  /** A PUT for the browser. It signs the length, the type and `If-None-Match: *`, and the SHA-256 where it is known. */
  presignPut(
    key: string,
    options: { contentType: string; bytes: number; sha256?: string; expiresSeconds: number },
  ): Promise<PresignedRequest>;
  presignMultipart(call: MultipartCall, expiresSeconds: number): Promise<PresignedRequest>;
  /** A GET for the browser, with the response headers the finished file asks for. */
  presignGet(
    key: string,
    options: { contentType: string; contentDisposition: string; expiresSeconds: number },
  ): Promise<PresignedRequest>;
  abortMultipart(key: string, uploadId: string): Promise<void>;
  listMultipart(
    prefix: string,
  ): AsyncIterable<{ key: string; uploadId: string; initiated: Date | undefined }>;
}

/** The store can't be reached, or answered 5xx: worth a retry. */
export class StoreUnavailable extends Error {
  constructor(operation: string, cause: unknown) {
    super(`the object store did not answer ${operation}`, { cause });
    this.name = 'StoreUnavailable';
  }
}

/** Names of everything that lies in the bucket. */
export const objectKeys = {
  landing: (assetId: string, extension: string) => `assets/${assetId}/original.${extension}`,
  markLanding: (uploadId: string, extension: string) => `marks/${uploadId}/original.${extension}`,
  staffThumbnail: (assetId: string) => `assets/${assetId}/thumb.jpg`,
  /** Of a version that was made of the asset's original. */
  cutoutThumbnail: (assetId: string, sha256: string) => `assets/${assetId}/cutout-${sha256}.jpg`,
  /** What the keys of all of them begin with. */
  cutoutThumbnails: (assetId: string) => `assets/${assetId}/cutout-`,
  master: (sha256: string) => `masters/${sha256}`,
  derivative: (name: string, fence: number, extension: string) =>
    `derivatives/${name}/${fence}/file.${extension}`,
  manifest: (name: string, fence: number) => `derivatives/${name}/${fence}/manifest.json`,
  preview: (key: string) => `previews/${key}`,
};
