import type { ErrorCategory } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import { asJobError } from './as-job-error.ts';
import { type Claim, claimJobs } from './claim-jobs.ts';
import { ClaimPlace } from './claim-place.ts';
import { wasFinished } from './finish-job.ts';
import { FinishQueue } from './finish-queue.ts';
import type { ClaimedJob, JobHandler } from './job.ts';
import { LeaseLost } from './lease-lost.ts';
import type { Queue } from './queues.ts';
import { releaseJobs } from './release-jobs.ts';
import { renewJobs } from './renew-jobs.ts';
import { runJob, type Settlement, WorkerStopping } from './run-job.ts';

export interface LaneOptions {
  services: Services;
  queue: Queue;
  handler: JobHandler;
  workerId: string;
  /** How many run at a time. */
  concurrency: number;
  /**
   * How many are claimed ahead at a time. Up to twice as many wait here under a lease, so that the next claim is
   * under way while what the last one brought still runs.
   */
  readAhead: number;
  leaseMs: number;
  random: () => number;
  /** Something ended, and there may be room, or follow-up work in any queue. */
  onRoom(): void;
  onSettled(job: ClaimedJob, settlement: Settlement, attempt: AttemptFacts): void;
}

export interface AttemptFacts {
  ms: number;
  /** From the enqueue to the end of this attempt. */
  ageMs: number;
  /** Why it failed, where it did. */
  category: ErrorCategory | undefined;
}

interface Held {
  claim: Claim;
  controller: AbortController;
  claimedAt: number;
  startedAt: number;
  category?: ErrorCategory;
  /** On this process's monotonic clock, and counted from before the claim, so never later than the database's. */
  leaseEnds: number;
}

/** One queue's jobs in one process: claimed, kept under their leases, run, and settled. */
export class Lane {
  readonly #options: LaneOptions;
  readonly #finishing: FinishQueue;
  readonly #renewing: NodeJS.Timeout;
  readonly #running = new Set<Held>();
  #waiting: Held[] = [];
  readonly #place = new ClaimPlace();
  /** The last look found nothing behind the place, and did not begin at the head. */
  #mayHaveMissed = false;
  #settled: (() => void) | undefined;
  #closed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    const { services, queue } = options;
    this.#finishing = new FinishQueue(services.db, (error) =>
      services.log.error({ queue, error: asJobError(error).message }, 'finished jobs could not be deleted'),
    );
    this.#renewing = setInterval(() => void this.#renew(), options.leaseMs / 3);
  }

  get isIdle(): boolean {
    return this.#running.size + this.#waiting.length + this.#finishing.size === 0;
  }

  /** When to look again although nothing rings: something may lie before the place that the last look began at. */
  get looksAgainInMs(): number {
    return this.#mayHaveMissed
      ? Math.max(0, this.#place.headDueAt - performance.now())
      : Number.POSITIVE_INFINITY;
  }

  lookFromHead(): void {
    this.#place.forget();
  }

  /** Claims what there is room for and starts it. Answers how many it claimed. */
  async fill(): Promise<number> {
    const { services, queue, workerId, leaseMs, concurrency, readAhead } = this.#options;
    const limit = Math.max(readAhead, concurrency - this.#running.size);
    const isBehind = this.#finishing.size > concurrency + readAhead;
    this.#mayHaveMissed = false;
    if (limit < 1 || this.#waiting.length > readAhead || isBehind) return 0;
    const claimedAt = performance.now();
    const leaseEnds = claimedAt + leaseMs;
    const after = this.#place.next(claimedAt);
    const claims = await claimJobs(services.db, { queue, limit, workerId, leaseMs, after });
    const until = performance.now();
    this.#place.looked({ from: after, last: claims.at(-1)?.place, since: claimedAt, until });
    this.#mayHaveMissed = after !== undefined && claims.length === 0;
    for (const claim of claims)
      this.#waiting.push({
        claim,
        controller: new AbortController(),
        claimedAt,
        startedAt: claimedAt,
        leaseEnds,
      });
    // After whoever asks has sent the next claim, so that the database works on it meanwhile.
    setImmediate(() => this.#start());
    return claims.length;
  }

  /** Starts nothing more. A claim may still be under way: `stop` gives back what it brings. */
  close(): void {
    this.#closed = true;
  }

  /** Gives back what has not started and waits for what has; after `graceMs`, if given, that is told to end, too. */
  async stop(graceMs?: number): Promise<void> {
    const { services, queue } = this.#options;
    this.close();
    const unstarted = this.#waiting.splice(0).map(({ claim }) => claim.job);
    const abort = () => {
      for (const { controller } of this.#running) controller.abort(new WorkerStopping());
    };
    const grace = graceMs === undefined ? undefined : setTimeout(abort, graceMs);
    try {
      if (unstarted.length > 0) await releaseJobs(services.db, unstarted, 0);
    } catch (error) {
      services.log.error(
        { queue, error: asJobError(error).message },
        'unstarted jobs could not be given back',
      );
    }
    while (this.#running.size > 0)
      await new Promise<void>((resolve) => {
        this.#settled = resolve;
      });
    await this.#finishing.idle();
    clearTimeout(grace);
    clearInterval(this.#renewing);
  }

  #start(): void {
    while (!this.#closed && this.#running.size < this.#options.concurrency) {
      const held = this.#waiting.shift();
      if (!held) return;
      this.#running.add(held);
      void this.#run(held);
    }
  }

  async #run(held: Held): Promise<void> {
    const { services, handler, random } = this.#options;
    const { claim, controller } = held;
    const onFailure = (category: ErrorCategory) => {
      held.category = category;
    };
    held.startedAt = performance.now();
    const settlement = await runJob({ services, handler, claim, controller, random, onFailure });
    this.#running.delete(held);
    const isEnded = settlement === 'done' || settlement === 'duplicate';
    if (isEnded && !wasFinished(claim.job))
      this.#finishing.add(claim.job, (isFinished) => this.#settle(held, isFinished ? settlement : 'lost'));
    else this.#settle(held, settlement);
    this.#start();
  }

  #settle({ claim, claimedAt, startedAt, category }: Held, settlement: Settlement): void {
    const { onSettled, onRoom, readAhead } = this.#options;
    const now = performance.now();
    const ageMs = claim.ageMs + now - claimedAt;
    onSettled(claim.job, settlement, { ms: now - startedAt, ageMs, category });
    if (this.#waiting.length <= readAhead) onRoom();
    this.#settled?.();
  }

  async #renew(): Promise<void> {
    const { services, queue, leaseMs } = this.#options;
    const held = [...this.#running, ...this.#waiting].filter(({ controller }) => !controller.signal.aborted);
    if (held.length === 0) return;
    const leaseEnds = performance.now() + leaseMs;
    try {
      const ours = await renewJobs(
        services.db,
        held.map(({ claim }) => claim.job),
        leaseMs,
      );
      for (const one of held) if (ours.has(one.claim.job.id)) one.leaseEnds = leaseEnds;
      this.#drop(held.filter(({ claim }) => !ours.has(claim.job.id)));
    } catch (error) {
      services.log.warn({ queue, error: asJobError(error).message }, 'leases could not be renewed');
      this.#drop(held.filter((one) => one.leaseEnds <= performance.now()));
    }
  }

  #drop(lost: readonly Held[]): void {
    for (const { claim, controller } of lost) controller.abort(new LeaseLost(`job ${claim.job.id}`));
    this.#waiting = this.#waiting.filter((held) => !lost.includes(held));
  }
}
