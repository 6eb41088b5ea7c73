import { checkWriteCondition, type WriteCondition } from './conditions.ts';
import type { BlobStore } from './disk/blob-store.ts';
import { removeDurably, writeDurably } from './disk/durable.ts';
import type { StoreLayout } from './disk/layout.ts';
import type { ObjectRecord } from './disk/records.ts';
import { KeyLock } from './key-lock.ts';
import type { MultipartUploads } from './multipart-uploads.ts';
import type { NoticeQueue } from './notify/notice-queue.ts';
import type { CreatedEventName } from './notify/storage-event.ts';
import type { ObjectIndex } from './object-index.ts';
import { S3Error } from './s3-error.ts';
import type { Sequencer } from './sequencer.ts';

export type ObjectDraft = Omit<ObjectRecord, 'modifiedAt' | 'sequencer'>;

interface Parts {
  layout: StoreLayout;
  blobs: BlobStore;
  notices: NoticeQueue;
  sequencer: Sequencer;
  index: ObjectIndex;
  uploads: MultipartUploads;
}

/** The objects of one bucket. Every write of a key holds the key's lock from the check to the commit. */
export class Bucket {
  readonly name: string;
  readonly uploads: MultipartUploads;
  readonly #parts: Parts;
  readonly #locks = new KeyLock();

  constructor(name: string, parts: Parts) {
    this.name = name;
    this.uploads = parts.uploads;
    this.#parts = parts;
  }

  get keys(): readonly string[] {
    return this.#parts.index.keys;
  }

  find(key: string): ObjectRecord | undefined {
    return this.#parts.index.find(key);
  }

  get(key: string): ObjectRecord {
    const record = this.find(key);
    if (!record) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
    return record;
  }

  /** Makes the object visible, and what stood there before goes. The draft's blobs are still the caller's if it throws. */
  commit(draft: ObjectDraft, condition: WriteCondition, eventName: CreatedEventName): Promise<ObjectRecord> {
    const { layout, blobs, notices, sequencer, index } = this.#parts;
    return this.#locks.run(draft.key, async () => {
      const standing = index.find(draft.key);
      checkWriteCondition(condition, standing);
      const record = { ...draft, modifiedAt: new Date().toISOString(), sequencer: sequencer.next() };
      // The notice is on disk before the object is: a kill in between must not lose it.
      const notice = await notices.stage(this.name, record, eventName);
      try {
        await writeDurably(layout.objectFile(this.name, draft.key), JSON.stringify(record));
      } catch (error) {
        await notice.cancel();
        throw error;
      }
      index.set(record);
      notice.send();
      if (standing) blobs.discard(standing.blobs);
      return record;
    });
  }

  /** Absent keys are no error, as in S3. */
  remove(key: string): Promise<void> {
    const { layout, blobs, index } = this.#parts;
    return this.#locks.run(key, async () => {
      const standing = index.find(key);
      if (!standing) return;
      await removeDurably(layout.objectFile(this.name, key));
      index.delete(key);
      blobs.discard(standing.blobs);
    });
  }
}
