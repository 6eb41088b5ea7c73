/** How fast each file moves. Uppy's own stall timer does nothing, so a standstill is found here. */
interface Pace {
  at: number;
  /** Null until it is told: what an earlier visit has sent is no speed. */
  bytes: number | null;
  /** Bytes a second, smoothed; null until two moments are known. */
  speed: number | null;
}

/** Without a byte for this long, a connection is taken for dead. */
const stalledAfterMs = 30_000;
const smoothing = 0.3;

export class PaceKeeper {
  readonly #paces = new Map<string, Pace>();

  start(id: string, now: number): void {
    const known = this.#paces.get(id);
    this.#paces.set(id, known ? { ...known, at: now } : { at: now, bytes: null, speed: null });
  }

  move(id: string, bytes: number, now: number): void {
    const before = this.#paces.get(id);
    if (before?.bytes === bytes) return;
    const speed = before && nextSpeed(before, bytes, now);
    this.#paces.set(id, { at: now, bytes, speed: speed ?? null });
  }

  stop(id: string): void {
    this.#paces.delete(id);
  }

  speedOf(id: string): number | null {
    return this.#paces.get(id)?.speed ?? null;
  }

  isStalled(id: string, now: number): boolean {
    const pace = this.#paces.get(id);
    return pace !== undefined && now - pace.at > stalledAfterMs;
  }
}

function nextSpeed(before: Pace, bytes: number, now: number): number | null {
  const seconds = (now - before.at) / 1000;
  if (before.bytes === null || seconds <= 0) return before.speed;
  const current = Math.max(0, bytes - before.bytes) / seconds;
  return before.speed === null ? current : before.speed + smoothing * (current - before.speed);
}
