import { isDatabaseAway } from '#db/is-database-away.ts';
import { Problem } from '#lib/errors.ts';
import { redactText } from '#lib/observe/log.ts';
import { StoreUnavailable } from '#lib/storage/object-store.ts';

/** What callers are told of whatever was thrown. What is not a `Problem` is a fault of ours, and says nothing of itself. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreUnavailable) {
    return new Problem('unavailable', 'The store of the photos does not answer. Try again in a moment.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
  if (isDatabaseAway(error)) {
    return new Problem('unavailable', 'The portal cannot reach its database. Try again in a moment.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
  return new Problem(
    'internal',
    'Something went wrong on our side. Try again; if it stays, tell support the request id.',
    { cause: error },
  );
}

/** The text for operators, without signatures and credentials. */
export function causeOf({ cause }: Problem): string | undefined {
  if (cause === undefined) return undefined;
  return redactText(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
}
