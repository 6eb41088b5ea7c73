/** How fast each file moves. Uppy's own stall timer does nothing, so a standstill is found here. */
interface Pace {
  at: number;
  bytes: number;
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
    this.#paces.set(id, { at: now, bytes: known?.bytes ?? 0, speed: known?.speed ?? null });
  }

  move(id: string, bytes: number, now: number): void {
    const before = this.#paces.get(id);
    if (before && bytes === before.bytes) return;
    const seconds = before ? (now - before.at) / 1000 : 0;
    const current = before && seconds > 0 ? Math.max(0, bytes - before.bytes) / seconds : null;
    const speed =
      current === null || before?.speed == null
        ? current
        : before.speed + smoothing * (current - before.speed);
    this.#paces.set(id, { at: now, bytes, speed });
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
