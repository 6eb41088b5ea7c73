export interface RateLimiter {
  /** Takes one of `key`; otherwise says after how many seconds there is one again. */
  take(key: string): { ok: true } | { ok: false; retryAfterSeconds: number };
  /** Puts one back, such as for a sign-in that was right. */
  give(key: string): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** How many keys are remembered; past it the ones touched longest ago go, so that strangers cannot fill the memory. */
const maxKeys = 50_000;

/** A token bucket a key, full at `perMinute`, in the memory of this process. */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  function touch(key: string): Bucket {
    const at = now();
    const old = buckets.get(key);
    const tokens = old ? Math.min(perMinute, old.tokens + (at - old.at) * perMs) : perMinute;
    const bucket = { tokens, at };
    // Deleted first, so that the map's order is the order of the last touch.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > maxKeys) {
      const oldest = buckets.keys().next();
      if (!oldest.done) buckets.delete(oldest.value);
    }
    return bucket;
  }

  return {
    take(key) {
      const bucket = touch(key);
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return { ok: true };
      }
      return { ok: false, retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perMs / 1000) };
    },
    give(key) {
      const bucket = touch(key);
      bucket.tokens = Math.min(perMinute, bucket.tokens + 1);
    },
  };
}
