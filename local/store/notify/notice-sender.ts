import type { Notice, NoticeOptions } from './notice-queue.ts';
import { postNotice } from './post-notice.ts';

interface Waiting {
  notice: Notice;
  attempts: number;
  dueAt: number;
}

const atOnce = 4;
const defaultBackoff = { firstMs: 200, longestMs: 30_000 };

/** Posts notices in the order they came, a few at once, each until it is taken. */
export class NoticeSender {
  readonly #options: NoticeOptions;
  readonly #taken: (notice: Notice) => Promise<void>;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  #waiting: Waiting[] = [];
  /** While the receiver is in trouble one notice at a time asks whether it is back. */
  #failures = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: NoticeOptions, taken: (notice: Notice) => Promise<void>) {
    this.#options = options;
    this.#taken = taken;
  }

  add(notice: Notice): void {
    this.#waiting.push({ notice, attempts: 0, dueAt: 0 });
    this.#pump();
  }

  /** What is on its way is broken off; it stays on disk and is sent again by the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#inFlight);
  }

  #pump(): void {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted) return;
    const now = Date.now();
    const limit = this.#failures > 0 ? 1 : atOnce;
    while (this.#inFlight.size < limit && now >= this.#pausedUntil) {
      const index = this.#waiting.findIndex(({ dueAt }) => dueAt <= now);
      const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (!next) break;
      const sending = this.#send(next).finally(() => {
        this.#inFlight.delete(sending);
        this.#pump();
      });
      this.#inFlight.add(sending);
    }
    if (this.#inFlight.size > 0 || this.#waiting.length === 0) return;
    const due = this.#waiting.reduce((least, { dueAt }) => Math.min(least, dueAt), Number.POSITIVE_INFINITY);
    this.#timer = setTimeout(() => this.#pump(), Math.max(this.#pausedUntil, due) - now);
    // A pause must not keep a process alive that has nothing else to do.
    this.#timer.unref();
  }

  async #send(entry: Waiting): Promise<void> {
    const delivery = await postNotice(this.#options, entry.notice.body, this.#stopping.signal);
    if (delivery === 'taken') {
      this.#failures = 0;
      // Not removed is sent twice, which the receiver must bear anyway.
      await this.#taken(entry.notice).catch(() => {});
      return;
    }
    if (delivery === 'unreachable') {
      this.#failures += 1;
      this.#pausedUntil = Date.now() + this.#pauseMs(this.#failures);
      this.#waiting.unshift(entry);
    } else {
      this.#failures = 0;
      const attempts = entry.attempts + 1;
      this.#waiting.push({ ...entry, attempts, dueAt: Date.now() + this.#pauseMs(attempts) });
    }
  }

  #pauseMs(attempts: number): number {
    const { firstMs, longestMs } = this.#options.backoff ?? defaultBackoff;
    return Math.min(longestMs, firstMs * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
  }
}
