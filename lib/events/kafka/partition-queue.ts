import type { Logger } from '#lib/observe/log.ts';
import type { Handled, ReceivedMessage } from './kafka-consumer.ts';

export interface PartitionQueueOptions {
  maxBatch: number;
  maxPauseMs: number;
  handle(messages: readonly ReceivedMessage[]): Promise<Handled>;
  /** `upTo` is the offset of the first message that is not done with. */
  commit(upTo: bigint): Promise<void>;
  log: Logger;
}

/**
 * The messages of one partition, handled a batch at a time and in order. What cannot be settled yet is shown again
 * after a bounded pause, and nothing behind it is committed before it is.
 */
export class PartitionQueue {
  readonly #options: PartitionQueueOptions;
  #waiting: ReceivedMessage[] = [];
  #running: Promise<void> | undefined;
  #stopped = false;
  #wake: (() => void) | undefined;
  #progress = Promise.withResolvers<void>();

  constructor(options: PartitionQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Resolves when the next message is settled, or the queue stops. */
  get progress(): Promise<void> {
    return this.#progress.promise;
  }

  add(message: ReceivedMessage): void {
    this.#waiting.push(message);
    this.#running ??= this.#run();
  }

  /** Lets the batch at hand end; what is left was never committed and is delivered again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
    this.#progress.resolve();
  }

  async #run(): Promise<void> {
    // What arrives within this turn of the event loop comes along.
    await new Promise(setImmediate);
    for (let failures = 0; this.#waiting.length > 0 && !this.#stopped; ) {
      const batch = this.#waiting.slice(0, this.#options.maxBatch);
      try {
        const { settled, retryMs } = await this.#options.handle(batch);
        failures = 0;
        await this.#settle(batch, settled);
        if (settled < batch.length) await this.#pause(retryMs ?? 0);
      } catch (error) {
        failures += 1;
        this.#options.log.warn(
          { partition: batch[0]?.partition, offset: String(batch[0]?.offset), error: String(error) },
          'a batch of events could not be handled and is tried again',
        );
        await this.#pause(100 * 2 ** failures);
      }
    }
    this.#running = undefined;
  }

  async #settle(batch: readonly ReceivedMessage[], settled: number): Promise<void> {
    const last = batch[settled - 1];
    if (!last) return;
    this.#waiting.splice(0, settled);
    const { promise, resolve } = this.#progress;
    this.#progress = Promise.withResolvers<void>();
    resolve();
    await promise;
    try {
      await this.#options.commit(last.offset + 1n);
    } catch (error) {
      // Somebody else's partition by now, or a broker that is away: a later commit, or a second delivery, covers it.
      this.#options.log.warn(
        { partition: last.partition, error: String(error) },
        'an offset was not committed',
      );
    }
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, this.#options.maxPauseMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
