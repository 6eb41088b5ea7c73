import path from 'node:path';
import { removeDurably, writeDurably } from '../disk/durable.ts';
import { listFiles, readRecords } from '../disk/read-folder.ts';
import type { ObjectRecord } from '../disk/records.ts';
import { NoticeSender } from './notice-sender.ts';
import type { NoticeTarget } from './post-notice.ts';
import { type CreatedEventName, storageEvent } from './storage-event.ts';

/** What lies in the queue's folder, one file each until the receiver has taken it. */
export interface Notice {
  bucket: string;
  key: string;
  sequencer: string;
  /** The event message as it is posted. */
  body: string;
}

export interface NoticeOptions extends NoticeTarget {
  /** Only objects whose key begins so are told of. */
  prefix?: string;
  /** First and longest pause between attempts. */
  backoff?: { firstMs: number; longestMs: number };
}

interface StagedNotice {
  send(): void;
  cancel(): Promise<void>;
}

const nothing: StagedNotice = { send: () => {}, cancel: async () => {} };

/** ObjectCreated notices that survive the store's own end as well as their receiver's. */
export class NoticeQueue {
  readonly #region: string;
  readonly #options: NoticeOptions | undefined;
  readonly #sender: NoticeSender | undefined;
  #folder = '';

  constructor(region: string, options: NoticeOptions | undefined) {
    this.#region = region;
    this.#options = options;
    this.#sender =
      options &&
      new NoticeSender(options, (notice) => removeDurably(path.join(this.#folder, fileName(notice))));
  }

  /**
   * Takes up what an earlier process left. A notice whose object is not there belongs to a write that never became
   * visible, or to one that was deleted since.
   */
  async open(folder: string, find: (bucket: string, key: string) => ObjectRecord | undefined): Promise<void> {
    this.#folder = folder;
    const left = await readRecords<Notice>((await listFiles(folder)).sort());
    for (const notice of left) {
      const standing = find(notice.bucket, notice.key);
      const visible = standing !== undefined && standing.sequencer >= notice.sequencer;
      if (visible && this.#sender) this.#sender.add(notice);
      else if (!visible) await removeDurably(path.join(folder, fileName(notice)));
    }
  }

  /** Puts the notice on disk. It is posted once `send` says that its object is visible. */
  async stage(bucket: string, record: ObjectRecord, eventName: CreatedEventName): Promise<StagedNotice> {
    const sender = this.#sender;
    if (!sender || !record.key.startsWith(this.#options?.prefix ?? '')) return nothing;
    const event = storageEvent({ bucket, region: this.#region, record, eventName });
    const { key, sequencer } = record;
    const notice: Notice = { bucket, key, sequencer, body: JSON.stringify(event) };
    const file = path.join(this.#folder, fileName(notice));
    await writeDurably(file, JSON.stringify(notice));
    return { send: () => sender.add(notice), cancel: () => removeDurably(file) };
  }

  async stop(): Promise<void> {
    await this.#sender?.stop();
  }
}

function fileName(notice: Notice): string {
  return `${notice.sequencer}.json`;
}
