import { mkdirSync } from 'node:fs';
import { Bucket } from './bucket.ts';
import { BlobStore } from './disk/blob-store.ts';
import { syncFolder, writeDurably } from './disk/durable.ts';
import { makeShards, type StoreLayout } from './disk/layout.ts';
import { MultipartUploads } from './multipart-uploads.ts';
import type { NoticeQueue } from './notify/notice-queue.ts';
import { ObjectIndex } from './object-index.ts';
import { S3Error } from './s3-error.ts';
import { Sequencer } from './sequencer.ts';

/** What the handlers work on. */
export class Store {
  readonly region: string;
  readonly layout: StoreLayout;
  readonly blobs: BlobStore;
  readonly notices: NoticeQueue;
  readonly sequencer = new Sequencer();
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: { region: string; layout: StoreLayout; notices: NoticeQueue }) {
    this.region = options.region;
    this.layout = options.layout;
    this.notices = options.notices;
    this.blobs = new BlobStore(options.layout);
  }

  hasBucket(name: string): boolean {
    return this.#buckets.has(name);
  }

  bucket(name: string | undefined): Bucket {
    const bucket = name === undefined ? undefined : this.#buckets.get(name);
    if (!bucket) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
    return bucket;
  }

  add(bucket: Bucket): void {
    this.#buckets.set(bucket.name, bucket);
  }

  async createBucket(name: string): Promise<void> {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name))
      throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.');
    makeShards(this.layout.objects(name));
    mkdirSync(this.layout.uploads(name), { recursive: true, mode: 0o700 });
    // Written last: a bucket without it was cut short and is made anew.
    await writeDurably(this.layout.bucketFile(name), JSON.stringify({ name }));
    await syncFolder(this.layout.buckets);
    if (!this.hasBucket(name)) this.add(this.emptyBucket(name));
  }

  emptyBucket(name: string): Bucket {
    const { layout, blobs, notices, sequencer } = this;
    const uploads = new MultipartUploads(name, { layout, blobs, uploads: new Map() });
    return new Bucket(name, { layout, blobs, notices, sequencer, index: new ObjectIndex([]), uploads });
  }
}
