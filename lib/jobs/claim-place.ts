/** A job's place in the order of its queue. */
export interface Place {
  priority: number;
  /** Seconds. */
  runAt: number;
  id: string;
}

/** The longest that a job may lie before the place unseen. */
const longestMs = 1000;
/** A look from the head may take this share of the time. */
const share = 0.1;

/**
 * From where a lane looks for its next jobs: from behind the last one that it claimed, since what lies before is
 * mostly the remains of jobs that ended, and as long as some old transaction keeps vacuum from them, every look from
 * the head walks over them all. What was committed late, given back, or is more urgent lies before the place, so the
 * head is looked at as often as that is cheap, and at least once a second. Times are a monotonic clock's.
 */
export class ClaimPlace {
  #place: Place | undefined;
  #headDueAt = Number.NEGATIVE_INFINITY;

  /** Undefined: from the head. */
  next(now: number): Place | undefined {
    return now < this.#headDueAt ? this.#place : undefined;
  }

  /** Told of each look: where it began, the last job it found, and its time. */
  looked(look: { from: Place | undefined; last: Place | undefined; since: number; until: number }): void {
    this.#place = look.last ?? this.#place;
    if (look.from) return;
    const ms = look.until - look.since;
    this.#headDueAt = look.until + Math.min(longestMs, ms / share);
  }

  get headDueAt(): number {
    return this.#headDueAt;
  }

  /** The next look begins at the head. */
  forget(): void {
    this.#headDueAt = Number.NEGATIVE_INFINITY;
  }
}
