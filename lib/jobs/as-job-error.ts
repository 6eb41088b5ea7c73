import { isDatabaseAway } from '#db/is-database-away.ts';
import { redactText } from '#lib/observe/log.ts';
import { StoreUnavailable } from '#lib/storage/object-store.ts';
import { JobError } from './job-error.ts';

/** Sorts whatever a handler threw into a category. */
export function asJobError(error: unknown): JobError {
  if (error instanceof JobError) return error;
  if (error instanceof StoreUnavailable)
    return new JobError('store_unavailable', tell(error), { cause: error });
  if (isDatabaseAway(error)) return new JobError('database_unavailable', tell(error), { cause: error });
  return new JobError('internal', tell(error), { cause: error });
}

const longest = 2000;

/** Kept in the job's row for operators, so without signatures and not without end. */
function tell(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return redactText(text).slice(0, longest);
}
