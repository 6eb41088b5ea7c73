import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ObjectFacts, type ObjectStore, StoreUnavailable } from '#lib/storage/object-store.ts';
import type { Scheduler } from './scheduler.ts';
import type { Fate } from './step.ts';

interface Kept {
  body: Buffer;
  contentType: string;
}

/** Faults of a store that a test plants, for keys of this form. */
export interface StoreFaults {
  /** Says that it has what it does not keep. */
  forgets?: RegExp;
  /** Keeps what broke off in the middle: checksum and length are not looked at. */
  keepsTorn?: RegExp;
}

const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/** A store in memory with the semantics of S3, which fails before or after it has done what it was asked for. */
export class SimStore implements ObjectStore {
  readonly bucket = 'photos';
  readonly objects = new Map<string, Kept>();
  readonly #scheduler: Scheduler;
  readonly #faults: StoreFaults;

  constructor(scheduler: Scheduler, faults: StoreFaults = {}) {
    this.#scheduler = scheduler;
    this.#faults = faults;
  }

  /** Of what is really kept; nothing where nothing is. */
  sha256Of(key: string): string | undefined {
    const kept = this.objects.get(key);
    return kept && hash(kept.body);
  }

  head: ObjectStore['head'] = (key) => this.#take(`HEAD ${key}`, [], async () => this.#facts(key));

  get: ObjectStore['get'] = (key, options) =>
    this.#take(`GET ${key}`, ['cut'], async (fate) => {
      const kept = this.objects.get(key);
      const facts = this.#facts(key);
      if (!kept || !facts) return { state: 'absent' as const };
      if (options?.ifMatch !== undefined && options.ifMatch !== facts.etag)
        return { state: 'changed' as const };
      const { range } = options ?? {};
      const body = range ? kept.body.subarray(range.first, range.last + 1) : kept.body;
      return { state: 'found' as const, facts, body: stream(body, fate === 'cut') };
    });

  put: ObjectStore['put'] = async (key, body, bytes, options) => {
    const whole = Buffer.isBuffer(body) ? body : await buffer(body);
    return this.#take(`PUT ${key}`, ['cut'], async (fate) => {
      if (options.ifAbsent && this.objects.has(key)) return { state: 'exists' as const };
      const arrived = fate === 'cut' ? whole.subarray(0, whole.length >> 1) : whole;
      const isTorn = arrived.length !== bytes || (options.sha256 && options.sha256 !== hash(arrived));
      if (isTorn && !this.#faults.keepsTorn?.test(key))
        throw new StoreUnavailable('PUT', new Error('it broke off'));
      if (!this.#faults.forgets?.test(key))
        this.objects.set(key, { body: arrived, contentType: options.contentType });
      return { state: 'written' as const, etag: `"${hash(arrived).slice(0, 32)}"` };
    });
  };

  delete: ObjectStore['delete'] = (key) =>
    this.#take(`DELETE ${key}`, [], async () => {
      this.objects.delete(key);
    });

  list: ObjectStore['list'] = notSimulated;
  presignPut: ObjectStore['presignPut'] = notSimulated;
  presignMultipart: ObjectStore['presignMultipart'] = notSimulated;
  presignGet: ObjectStore['presignGet'] = notSimulated;
  abortMultipart: ObjectStore['abortMultipart'] = notSimulated;
  listMultipart: ObjectStore['listMultipart'] = notSimulated;

  #take<T>(label: string, fates: readonly Fate[], run: (fate: Fate) => Promise<T>): Promise<T> {
    return this.#scheduler.take({
      label,
      fates: ['lost before', 'lost after', ...fates],
      run,
      lost: () => new StoreUnavailable(label.split(' ')[0] ?? '', new Error('no answer')),
    }) as Promise<T>;
  }

  #facts(key: string): ObjectFacts | undefined {
    const kept = this.objects.get(key);
    if (!kept) return undefined;
    return {
      key,
      bytes: kept.body.length,
      etag: `"${hash(kept.body).slice(0, 32)}"`,
      versionId: undefined,
      contentType: kept.contentType,
      lastModified: undefined,
    };
  }
}

/** A body that breaks off in the middle, if it is to, as an HTTP client tells it. */
function stream(body: Buffer, isCut: boolean): Readable {
  async function* chunks() {
    if (!isCut) yield body;
    else {
      yield body.subarray(0, body.length >> 1);
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    }
  }
  return Readable.from(chunks());
}

function notSimulated(): never {
  throw new Error('nothing in the simulation asks the store for this');
}
