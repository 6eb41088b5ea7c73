import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BlobStore } from './disk/blob-store.ts';
import { removeDurably, syncFolder, writeDurably } from './disk/durable.ts';
import type { StoreLayout } from './disk/layout.ts';
import type { PartRecord, StoredHeaders, UploadRecord } from './disk/records.ts';
import { KeyLock } from './key-lock.ts';
import { compareKeys } from './key-order.ts';
import { S3Error } from './s3-error.ts';

export interface MultipartUpload {
  record: UploadRecord;
  parts: Map<number, PartRecord>;
}

/** The multipart uploads of one bucket that were neither completed nor aborted. */
export class MultipartUploads {
  readonly #bucket: string;
  readonly #layout: StoreLayout;
  readonly #blobs: BlobStore;
  readonly #uploads: Map<string, MultipartUpload>;
  readonly #locks = new KeyLock();

  constructor(
    bucket: string,
    options: { layout: StoreLayout; blobs: BlobStore; uploads: Map<string, MultipartUpload> },
  ) {
    this.#bucket = bucket;
    this.#layout = options.layout;
    this.#blobs = options.blobs;
    this.#uploads = options.uploads;
  }

  async create(key: string, headers: StoredHeaders): Promise<UploadRecord> {
    const uploadId = randomBytes(16).toString('hex');
    const record = { uploadId, key, initiatedAt: new Date().toISOString(), headers };
    const folder = this.#layout.upload(this.#bucket, uploadId);
    await mkdir(folder, { mode: 0o700 });
    await writeDurably(path.join(folder, 'upload.json'), JSON.stringify(record));
    await syncFolder(path.dirname(folder));
    this.#uploads.set(uploadId, { record, parts: new Map() });
    return record;
  }

  get(key: string, uploadId: string): MultipartUpload {
    const upload = this.#uploads.get(uploadId);
    if (!upload || upload.record.key !== key)
      throw new S3Error(
        'NoSuchUpload',
        'The specified upload does not exist. It may have been aborted or completed.',
      );
    return upload;
  }

  /** By key, then by age. */
  list(): UploadRecord[] {
    return [...this.#uploads.values()]
      .map(({ record }) => record)
      .sort(
        (a, b) =>
          compareKeys(a.key, b.key) ||
          compareKeys(a.initiatedAt, b.initiatedAt) ||
          compareKeys(a.uploadId, b.uploadId),
      );
  }

  /** Parts, completion and abort of one upload take turns, each seeing whether the upload is still there. */
  withUpload<T>(key: string, uploadId: string, work: (upload: MultipartUpload) => Promise<T>): Promise<T> {
    return this.#locks.run(uploadId, async () => work(this.get(key, uploadId)));
  }

  /** Call under `withUpload`. */
  async setPart(upload: MultipartUpload, part: PartRecord): Promise<void> {
    const folder = this.#layout.upload(this.#bucket, upload.record.uploadId);
    await writeDurably(path.join(folder, `${part.number}.json`), JSON.stringify(part));
    const replaced = upload.parts.get(part.number);
    upload.parts.set(part.number, part);
    if (replaced) this.#blobs.discard([replaced.blob]);
  }

  /** Call under `withUpload`. `kept` are the parts that became an object. */
  async remove(upload: MultipartUpload, kept: readonly PartRecord[]): Promise<void> {
    const folder = this.#layout.upload(this.#bucket, upload.record.uploadId);
    // Without this file the rest is rubbish that a start sweeps.
    await removeDurably(path.join(folder, 'upload.json'));
    this.#uploads.delete(upload.record.uploadId);
    await rm(folder, { recursive: true, force: true });
    const keptParts = new Set(kept);
    this.#blobs.discard(
      [...upload.parts.values()].filter((part) => !keptParts.has(part)).map(({ blob }) => blob),
    );
  }
}
