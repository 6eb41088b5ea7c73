import type { ErrorCategory } from '#lib/lifecycle.ts';

/** Another attempt on the same input cannot end otherwise. */
const permanentCategories: ReadonlySet<ErrorCategory> = new Set([
  'source_invalid',
  'contract_unmet',
  'deadline_passed',
]);

/** Nothing is wrong with the job: an outage of any length uses up time, which the deadline bounds, and no attempts. */
const passingCategories: ReadonlySet<ErrorCategory> = new Set(['store_unavailable', 'database_unavailable']);

/** A picture that keeps a render child busy to its limit, or ends it, would do so in every attempt of the queue's. */
const attemptLimits: Partial<Record<ErrorCategory, number>> = { render_timeout: 3, render_crashed: 3 };

export interface Attempt {
  category: ErrorCategory;
  permanent: boolean;
  /** The failed attempt included, so 1 at the first. */
  attempts: number;
  maxAttempts: number;
  backoff: { baseMs: number; capMs: number };
  /** From 0 to below 1. */
  random: number;
}

export type RetryDecision = { next: 'retry'; delayMs: number } | { next: 'dead' };

/** What becomes of a job after a failed attempt. */
export function decideRetry(attempt: Attempt): RetryDecision {
  const { category, permanent, attempts, maxAttempts } = attempt;
  if (permanent || permanentCategories.has(category)) return { next: 'dead' };
  const isPassing = passingCategories.has(category);
  if (!isPassing && attempts >= Math.min(maxAttempts, attemptLimits[category] ?? maxAttempts))
    return { next: 'dead' };
  return { next: 'retry', delayMs: backoffMs(attempts - 1, attempt.backoff, attempt.random) };
}

/** `least(cap, base · 2^n) · random`: jitter over the whole span keeps a crowd from coming back together. */
export function backoffMs(n: number, backoff: { baseMs: number; capMs: number }, random: number): number {
  return Math.floor(Math.min(backoff.capMs, backoff.baseMs * 2 ** n) * random);
}
