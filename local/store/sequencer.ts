/**
 * Texts of equal length that grow with every write, across restarts too: microseconds, pushed past the greatest
 * one known when the clock was set back.
 */
export class Sequencer {
  #last = 0;

  next(): string {
    this.#last = Math.max(this.#last + 1, Date.now() * 1000);
    return this.#last.toString(16).toUpperCase().padStart(16, '0');
  }

  /** Takes note of one that was given before the start. */
  see(sequencer: string): void {
    this.#last = Math.max(this.#last, Number.parseInt(sequencer, 16));
  }
}
