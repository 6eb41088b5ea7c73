import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './durable.ts';
import type { StoreLayout } from './layout.ts';

export interface Blob {
  id: string;
  bytes: number;
}

const readBytes = 128 * 1024;

/**
 * Bytes under random names, written once and never changed. They mean nothing until a record names them: what a
 * kill leaves behind is swept at the next start.
 */
export class BlobStore {
  readonly #layout: StoreLayout;
  readonly #readers = new Map<string, number>();
  readonly #discarded = new Set<string>();

  constructor(layout: StoreLayout) {
    this.#layout = layout;
  }

  /** `fill` gets the sink; the blob is on disk when this resolves, and gone when `fill` throws. */
  async write<T>(
    fill: (sink: (data: Buffer) => Promise<void>) => Promise<T>,
  ): Promise<{ blob: Blob; result: T }> {
    const id = randomBytes(16).toString('hex');
    const file = this.#layout.blobFile(id);
    const handle = await open(file, 'wx', 0o600);
    let bytes = 0;
    try {
      const result = await fill(async (data) => {
        // Unlike `write`, this goes on until all of it is written.
        await handle.writeFile(data);
        bytes += data.length;
      });
      await handle.sync();
      await handle.close();
      await syncFolder(path.dirname(file));
      return { blob: { id, bytes }, result };
    } catch (error) {
      await handle.close().catch(() => {});
      await rm(file, { force: true });
      throw error;
    }
  }

  /**
   * Bytes `first` to `last` of the blobs put one after another; they stay on disk until the reading has ended. Each
   * piece lies in the same buffer and holds only until the next is asked for: a download of any size passes through
   * it, where a stream would leave a trail of buffers for the collector.
   */
  async *read(blobs: readonly Blob[], first: number, last: number): AsyncGenerator<Buffer, void, undefined> {
    for (const { id } of blobs) this.#readers.set(id, (this.#readers.get(id) ?? 0) + 1);
    try {
      const buffer = Buffer.allocUnsafeSlow(Math.min(readBytes, last - first + 1));
      let start = 0;
      for (const { id, bytes } of blobs) {
        const from = Math.max(first - start, 0);
        const to = Math.min(last - start, bytes - 1);
        start += bytes;
        if (from <= to) yield* this.#readFile(id, from, to, buffer);
      }
    } finally {
      for (const { id } of blobs) this.#release(id);
    }
  }

  async *#readFile(id: string, from: number, to: number, buffer: Buffer): AsyncGenerator<Buffer> {
    const handle = await open(this.#layout.blobFile(id));
    try {
      for (let position = from; position <= to; ) {
        const length = Math.min(buffer.length, to - position + 1);
        const { bytesRead } = await handle.read(buffer, 0, length, position);
        if (bytesRead === 0) throw new Error(`the blob ${id} is shorter than its record says`);
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  }

  /** Removes blobs that no record names any more, each as soon as nobody reads it. */
  discard(blobs: readonly Blob[]): void {
    for (const { id } of blobs) {
      this.#discarded.add(id);
      if (!this.#readers.has(id)) this.#remove(id);
    }
  }

  #release(id: string): void {
    const left = (this.#readers.get(id) ?? 1) - 1;
    if (left > 0) {
      this.#readers.set(id, left);
      return;
    }
    this.#readers.delete(id);
    if (this.#discarded.has(id)) this.#remove(id);
  }

  #remove(id: string): void {
    this.#discarded.delete(id);
    // A file that could not be removed is swept at the next start.
    rm(this.#layout.blobFile(id), { force: true }).catch(() => {});
  }
}
