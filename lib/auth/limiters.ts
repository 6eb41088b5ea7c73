import type { Env } from '#lib/env.ts';
import { createRateLimiter, type RateLimiter } from '#lib/rate-limiter.ts';

interface Limiters {
  requests: RateLimiter;
  /** Failed sign-ins of one email from one address. */
  signIns: RateLimiter;
  /** Failed sign-ins of one email from anywhere: wide enough that a stranger does not lock a person out at once. */
  signInsOfEmail: RateLimiter;
  /** Failed sign-ins from one address for any email. */
  signInsFrom: RateLimiter;
}

// Next bundles routes and pages apart from each other; only globalThis is one a process.
const holder = globalThis as typeof globalThis & { __blazonLimiters?: WeakMap<Env, Limiters> };

/** The limiters that belong to these settings, one set a process. */
export function limitersOf(env: Env): Limiters {
  holder.__blazonLimiters ??= new WeakMap();
  const known = holder.__blazonLimiters.get(env);
  if (known) return known;
  const attempts = env.SIGN_IN_ATTEMPTS_PER_MINUTE;
  const limiters = {
    requests: createRateLimiter(env.RATE_LIMIT_PER_MINUTE),
    signIns: createRateLimiter(attempts),
    signInsOfEmail: createRateLimiter(attempts * 5),
    signInsFrom: createRateLimiter(attempts * 5),
  };
  holder.__blazonLimiters.set(env, limiters);
  return limiters;
}
