import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ObjectStore, objectKeys, StoreUnavailable } from '#lib/storage/object-store.ts';

interface Entry {
  path: string;
  ready: Promise<void>;
  bytes: number;
  users: number;
}

/** The store has no such master, or other bytes under its name. */
export class MasterMissing extends Error {
  constructor(sha256: string, what: string) {
    super(`master ${sha256} ${what}`);
    this.name = 'MasterMissing';
  }
}

/**
 * Masters in a private folder, by hash: the many renders of one photo read the store once. The folder is kept below
 * `maxBytes`, except for what is in use.
 */
export class MasterSpool {
  readonly #store: ObjectStore;
  readonly #folder: string;
  readonly #maxBytes: number;
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry>();

  constructor(store: ObjectStore, folder: string, maxBytes: number) {
    this.#store = store;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Calls `use` with the master's file, which stays until `use` has ended. Throws `MasterMissing`. */
  async with<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(sha256) ?? this.#fetch(sha256);
    this.#entries.delete(sha256);
    this.#entries.set(sha256, entry);
    entry.users += 1;
    try {
      await entry.ready;
      return await use(entry.path);
    } finally {
      entry.users -= 1;
      await this.#trim();
    }
  }

  #fetch(sha256: string): Entry {
    const entry: Entry = {
      // Never two fetches in one file: the last one's may be on its way out.
      path: path.join(this.#folder, `${sha256}~${randomUUID()}`),
      ready: Promise.resolve(),
      bytes: 0,
      users: 0,
    };
    entry.ready = this.#download(sha256, entry);
    // Who waits for it learns of the failure; who comes later tries again.
    entry.ready.catch(() => {
      if (this.#entries.get(sha256) === entry) this.#entries.delete(sha256);
    });
    return entry;
  }

  async #download(sha256: string, entry: Entry): Promise<void> {
    const answer = await this.#store.get(objectKeys.master(sha256));
    if (answer.state !== 'found') throw new MasterMissing(sha256, 'is not in the store');
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      const found = await writeHashed(answer.body, entry.path);
      if (found !== sha256) throw new MasterMissing(sha256, `has other bytes in the store: ${found}`);
      entry.bytes = answer.facts.bytes;
    } catch (error) {
      await rm(entry.path, { force: true });
      throw error;
    }
  }

  async #trim(): Promise<void> {
    let bytes = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [sha256, entry] of this.#entries) {
      if (bytes <= this.#maxBytes) return;
      if (entry.users > 0) continue;
      this.#entries.delete(sha256);
      bytes -= entry.bytes;
      await rm(entry.path, { force: true });
    }
  }
}

/** Answers the SHA-256 of what was written. A download that breaks off is the store's fault, and worth a retry. */
async function writeHashed(body: Readable, file: string): Promise<string> {
  const hash = createHash('sha256');
  const tap = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(body, tap, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    throw new StoreUnavailable('GetObject', cause);
  }
  return hash.digest('hex');
}
