import { redactText } from '#lib/observe/log.ts';
import { StoreUnavailable } from '#lib/storage/object-store.ts';
import { JobError } from './job-error.ts';

/** Classes of SQLSTATE in which the statement was right and the moment was wrong. */
const passingStates = /^(08|40|53|57P)/;
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const lostConnection = /connection terminated|timeout exceeded when trying to connect/i;

/** Sorts whatever a handler threw into a category. */
export function asJobError(error: unknown): JobError {
  if (error instanceof JobError) return error;
  if (error instanceof StoreUnavailable)
    return new JobError('store_unavailable', tell(error), { cause: error });
  if (isDatabaseAway(error)) return new JobError('database_unavailable', tell(error), { cause: error });
  return new JobError('internal', tell(error), { cause: error });
}

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return passingStates.test(code) || connectionCodes.has(code) || lostConnection.test(error.message);
}

const longest = 2000;

/** Kept in the job's row for operators, so without signatures and not without end. */
function tell(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return redactText(text).slice(0, longest);
}
