import type { InboxLease } from '#lib/events/inbox-lease.ts';
import { renewInbox } from '#lib/events/renew-inbox.ts';
import { LeaseLost } from '#lib/jobs/lease-lost.ts';
import type { Services } from '#lib/services.ts';

/**
 * Renews the lease at a third of its length while `work` runs. Where it is lost, the signal that `work` got is
 * aborted: nothing it did after that could be committed.
 */
export async function whileLeaseIsKept<T>(
  services: Services,
  lease: InboxLease,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaseMs = services.env.JOB_LEASE_MS;
  const lost = new AbortController();
  const timer = setInterval(() => {
    renewInbox(services.db, { ...lease, leaseMs }).catch((error: unknown) => {
      // A database that is away for a moment is no lost lease: the next renewal, or the commit, will tell.
      if (error instanceof LeaseLost) lost.abort(error);
    });
  }, leaseMs / 3);
  try {
    return await work(AbortSignal.any([outer, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}
