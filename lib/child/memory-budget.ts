interface Waiting {
  mb: number;
  enter(): void;
}

/**
 * Memory that the children of a process share, handed out in the order of asking: what needs much is never passed over
 * for ever by what needs little. What needs more than all of it gets all of it, and so runs alone.
 */
export class MemoryBudget {
  readonly #totalMb: number;
  readonly #line: Waiting[] = [];
  #freeMb: number;

  constructor(totalMb: number) {
    this.#totalMb = totalMb;
    this.#freeMb = totalMb;
  }

  /** Waits until there is room. The answer gives it back, once. Throws the signal's reason. */
  async take(needMb: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const mb = Math.min(needMb, this.#totalMb);
    if (this.#line.length > 0 || mb > this.#freeMb) await this.#wait(mb, signal);
    else this.#freeMb -= mb;
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(mb);
      isHeld = false;
    };
  }

  #wait(mb: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        mb,
        enter: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        this.#line.splice(this.#line.indexOf(waiting), 1);
        reject(signal?.reason);
        // Those behind may have waited for nothing but this one.
        this.#letIn();
      };
      this.#line.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #giveBack(mb: number): void {
    this.#freeMb += mb;
    this.#letIn();
  }

  #letIn(): void {
    for (let next = this.#line[0]; next && next.mb <= this.#freeMb; next = this.#line[0]) {
      this.#line.shift();
      this.#freeMb -= next.mb;
      next.enter();
    }
  }
}
