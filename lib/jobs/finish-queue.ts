import type { Database } from '#db/client.ts';
import { finishJobs } from './finish-jobs.ts';
import type { ClaimedJob } from './job.ts';

interface Finishing {
  job: ClaimedJob;
  settle: (isFinished: boolean) => void;
}

/** Gathers jobs that are to be deleted while the last delete runs, so one statement ends many. */
export class FinishQueue {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  #gathered: Finishing[] = [];
  #flushing: Promise<void> | undefined;
  size = 0;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  add(job: ClaimedJob, settle: Finishing['settle']): void {
    this.#gathered.push({ job, settle });
    this.size += 1;
    this.#flushing ??= this.#flush();
  }

  async idle(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flush(): Promise<void> {
    // Handlers that end within this turn of the event loop come along.
    await new Promise(setImmediate);
    while (this.#gathered.length > 0) {
      const batch = this.#gathered;
      this.#gathered = [];
      const finished = await this.#finish(batch);
      this.size -= batch.length;
      for (const { job, settle } of batch) settle(finished.has(job.id));
    }
    this.#flushing = undefined;
  }

  async #finish(batch: readonly Finishing[]): Promise<Set<string>> {
    try {
      return await finishJobs(
        this.#db,
        batch.map(({ job }) => job),
      );
    } catch (error) {
      this.#onError(error);
      return new Set();
    }
  }
}
