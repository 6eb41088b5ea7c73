/** Wakes the one loop that waits for it. Rings that come while nobody waits are remembered as one. */
export class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  get rung(): boolean {
    return this.#rung;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, at once if there was one since the last wait, or after `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#rung = false;
  }
}
