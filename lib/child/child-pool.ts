import path from 'node:path';
import { Child, type RunOptions } from '#lib/child/child.ts';
import { ChildCrashed } from '#lib/child/child-errors.ts';
import type { MemoryBudget } from '#lib/child/memory-budget.ts';

const megabyte = 1024 ** 2;

export interface ChildPoolOptions {
  /** A file that calls `serveChild`, relative to the project's root. */
  entry: string;
  size: number;
  /** A child is replaced after so many requests: native allocators fragment. */
  recycleAfter: number;
  maxRssBytes?: number;
  /** What this pool shares with others; a request takes its `needMb` of it while it runs. */
  memory?: MemoryBudget;
  projectRoot?: string;
}

export interface PoolRunOptions extends RunOptions {
  needMb?: number;
}

/**
 * Warm child processes for work that may hang, crash or take too much memory. A request past its deadline kills
 * its child: native image work can't be stopped any other way. The next request gets a fresh child.
 */
export class ChildPool<Req, Res> {
  readonly #options: ChildPoolOptions;
  readonly #entry: string;
  readonly #idle: Child[] = [];
  readonly #all = new Set<Child>();
  readonly #queue: (() => void)[] = [];
  #busy = 0;
  readonly #closing = new AbortController();

  constructor(options: ChildPoolOptions) {
    this.#options = options;
    // Not import.meta.url: bundlers move this module away from the files it forks.
    this.#entry = path.resolve(options.projectRoot ?? process.cwd(), options.entry);
  }

  /** Throws `ChildTimeout`, `ChildCrashed`, `ChildFailed`, or the signal's reason. */
  async run(request: Req, options: PoolRunOptions): Promise<Res> {
    await this.#turn(options.signal);
    let child: Child | undefined;
    let release: (() => void) | undefined;
    try {
      // After the turn: what waits in line must not hold memory that others could use.
      release = await this.#options.memory?.take(options.needMb ?? 0, this.#ending(options.signal));
      this.#ending(options.signal).throwIfAborted();
      child = this.#takeIdle() ?? this.#start();
      return (await child.run(request, options)) as Res;
    } finally {
      if (child) this.#giveBack(child);
      release?.();
      this.#busy -= 1;
      this.#queue.shift()?.();
    }
  }

  /** Starts children ahead of the first request. */
  warm(count = this.#options.size): void {
    while (!this.#closing.signal.aborted && this.#all.size < count) this.#idle.push(this.#start());
  }

  /** Kills what runs; requests under way and in line are rejected. Ends once every child is gone. */
  async close(): Promise<void> {
    this.#closing.abort(new ChildCrashed('the pool is closed'));
    const children = [...this.#all];
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.ended));
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#busy < this.#options.size) {
      this.#busy += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        this.#busy += 1;
        resolve();
      };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(signal?.reason);
      };
      this.#queue.push(enter);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #ending(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
  }

  #takeIdle(): Child | undefined {
    let child = this.#idle.pop();
    while (child && !child.alive) child = this.#idle.pop();
    return child;
  }

  #start(): Child {
    const child = new Child(this.#entry, this.#options.maxRssBytes ?? 2048 * megabyte);
    this.#all.add(child);
    void child.ended.then(() => this.#all.delete(child));
    return child;
  }

  #giveBack(child: Child): void {
    if (this.#closing.signal.aborted || !child.alive) return;
    if (child.served < this.#options.recycleAfter) {
      this.#idle.push(child);
      return;
    }
    child.kill();
    this.#idle.unshift(this.#start());
  }
}
