import type { Checksum } from '../body/checksum.ts';
import type { Blob } from './blob-store.ts';

/** Headers that are kept with an object and given back with it. */
export interface StoredHeaders {
  'content-type'?: string;
  'cache-control'?: string;
  'content-disposition'?: string;
  'content-encoding'?: string;
  'content-language'?: string;
  expires?: string;
  [meta: `x-amz-meta-${string}`]: string;
}

/** One file a key. Putting it in its place is what makes an object visible. */
export interface ObjectRecord {
  key: string;
  /** Without quotes. */
  etag: string;
  bytes: number;
  modifiedAt: string;
  headers: StoredHeaders;
  checksum?: Checksum;
  blobs: readonly Blob[];
  /** The multipart upload it came from: a repeated completion is answered as the first one was. */
  uploadId?: string;
  /** Later writes of a key have the greater text, of equal length. */
  sequencer: string;
}

export interface UploadRecord {
  uploadId: string;
  key: string;
  initiatedAt: string;
  headers: StoredHeaders;
}

export interface PartRecord {
  number: number;
  etag: string;
  bytes: number;
  modifiedAt: string;
  checksum?: Checksum;
  blob: Blob;
}
