import { vi } from 'vitest';

let current = new Headers();

// Next gives pages and actions their request's headers and cookies through a scope that only its server opens, and
// keeps pages that only its server forgets.
vi.mock('next/headers', () => ({
  headers: async () => current,
  cookies: async () => ({ set: () => undefined, delete: () => undefined, get: () => undefined }),
}));
vi.mock('next/cache', () => ({ revalidatePath: () => undefined }));

/** What `headers()` answers from now on. */
export function arriveWith(headers: Record<string, string>): void {
  current = new Headers(headers);
}
