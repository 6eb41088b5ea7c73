import { vi } from 'vitest';

let current = new Headers();

// Next gives pages and actions their request's headers through a scope that only its server opens.
vi.mock('next/headers', () => ({ headers: async () => current }));

/** What `headers()` answers from now on. */
export function arriveWith(headers: Record<string, string>): void {
  current = new Headers(headers);
}
