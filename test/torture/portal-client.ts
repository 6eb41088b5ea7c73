import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../simulation/random.ts';
import type { Ledger } from './ledger.ts';

export interface Answer<T> {
  status: number;
  body: T;
}

/** Nobody answered for so long that it counts as a finding. */
class NeverAnswered extends Error {}

/** What may be sent again under the same id, as docs/requests.md says. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);
const patienceMs = 180_000;
const attemptMs = 20_000;

/** A program that uses the portal: asks again, under the same id and at whichever web process, until it is answered. */
export class PortalClient {
  readonly #webs: readonly string[];
  readonly #token: string;
  readonly #ledger: Ledger;
  readonly #random: Random;

  constructor(options: { webs: readonly string[]; token: string; ledger: Ledger; random: Random }) {
    this.#webs = options.webs;
    this.#token = options.token;
    this.#ledger = options.ledger;
    this.#random = options.random;
  }

  async call<T>(
    method: string,
    to: string,
    body?: object,
    requestId: string = randomUUID(),
  ): Promise<Answer<T>> {
    return this.untilAnswered(`${method} ${to}`, async () => {
      const answer = await fetch(new URL(to, this.#random.pick(this.#webs)), {
        method,
        headers: {
          Authorization: `Bearer ${this.#token}`,
          'Idempotency-Key': requestId,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        signal: AbortSignal.timeout(attemptMs),
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const parsed = text ? (JSON.parse(text) as T & { code?: string }) : undefined;
      if (passing.has(answer.status)) return undefined;
      if (answer.status === 409 && parsed?.code === 'request_in_progress') return undefined;
      return { status: answer.status, body: parsed as T };
    });
  }

  /** `attempt` answers nothing where it is to be made again; what it throws is a connection that broke. */
  async untilAnswered<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const until = performance.now() + patienceMs;
    for (let tries = 0; performance.now() < until; tries += 1) {
      this.#ledger.requests += 1;
      if (tries > 0) this.#ledger.retries += 1;
      const answer = await attempt().catch(() => undefined);
      if (answer !== undefined) return answer;
      await wait(100 + this.#random.below(Math.min(2000, 200 * 2 ** tries)));
    }
    throw new NeverAnswered(`${what} was not answered in ${patienceMs / 1000} s`);
  }
}
