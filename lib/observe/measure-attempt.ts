import type { Meter } from './meter.ts';

export interface Attempt {
  queue: string;
  audience: string | null;
  /** `Settlement` of the job table. */
  outcome: string;
  /** Why it failed, where it did. */
  category?: string | undefined;
  seconds: number;
  /** From the enqueue to the end. */
  ageSeconds: number;
  payload: unknown;
}

/** What one attempt at a job adds to the measures. */
export function measureAttempt(meter: Meter, attempt: Attempt): void {
  const { queue, outcome, category } = attempt;
  const audience = attempt.audience ?? '';
  meter.count('blazon_job_attempts_total', { queue, audience, outcome });
  meter.observe('blazon_job_attempt_seconds', { queue }, attempt.seconds);
  if (category) meter.count('blazon_job_failures_total', { queue, category });
  if (outcome === 'duplicate') meter.count('blazon_duplicate_deliveries_total', { queue });
  if (queue !== 'derive') return;
  if (category === 'contract_unmet') meter.count('blazon_verification_failures_total', { audience });
  if (outcome !== 'done') return;
  meter.observe('blazon_transform_seconds', { media_type: mediaTypeOf(attempt.payload) }, attempt.seconds);
  meter.observe('blazon_publish_latency_seconds', { audience }, attempt.ageSeconds);
}

function mediaTypeOf(payload: unknown): string {
  const contract = (payload as { contract?: { media_type?: unknown } } | null)?.contract;
  return typeof contract?.media_type === 'string' ? contract.media_type : 'unknown';
}
