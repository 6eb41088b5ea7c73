import type { ObjectRecord } from './disk/records.ts';
import { compareKeys, lowerBound } from './key-order.ts';

/** The records of a bucket in memory, with their keys in order: listings never read the disk. */
export class ObjectIndex {
  readonly #records = new Map<string, ObjectRecord>();
  readonly #keys: string[];

  constructor(records: Iterable<ObjectRecord>) {
    for (const record of records) this.#records.set(record.key, record);
    this.#keys = [...this.#records.keys()].sort(compareKeys);
  }

  get keys(): readonly string[] {
    return this.#keys;
  }

  find(key: string): ObjectRecord | undefined {
    return this.#records.get(key);
  }

  set(record: ObjectRecord): void {
    if (!this.#records.has(record.key)) this.#keys.splice(lowerBound(this.#keys, record.key), 0, record.key);
    this.#records.set(record.key, record);
  }

  delete(key: string): void {
    if (this.#records.delete(key)) this.#keys.splice(lowerBound(this.#keys, key), 1);
  }
}
