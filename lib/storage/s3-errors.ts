import { inSpan } from '#lib/observe/spans.ts';
import { StoreUnavailable } from './object-store.ts';
import { SourceFailed } from './s3-source.ts';

/** What a store's refusal means to the portal; the codes of vendors are named here and nowhere else. */
export type Refusal = 'absent' | 'precondition' | 'conflict' | 'range' | 'unavailable' | 'other';

interface ServiceError {
  name?: string;
  Code?: string;
  $metadata?: { httpStatusCode?: number };
}

const absentCodes = new Set(['NoSuchKey', 'NotFound', 'NoSuchVersion', 'NoSuchUpload']);
const busyCodes = new Set([
  'SlowDown',
  'RequestTimeout',
  'ServiceUnavailable',
  'InternalError',
  'Throttling',
]);

export function refusalOf(error: unknown): Refusal {
  if (error instanceof SourceFailed) return 'other';
  const { name, Code, $metadata } = (error ?? {}) as ServiceError;
  const code = Code ?? name ?? '';
  const status = $metadata?.httpStatusCode;
  // A missing bucket is a wrong setting, never a missing object.
  if (code === 'NoSuchBucket') return 'other';
  if (absentCodes.has(code)) return 'absent';
  if (busyCodes.has(code)) return 'unavailable';
  // No status: the connection failed, or ended before an answer was there.
  if (status === undefined || status >= 500 || status === 429) return 'unavailable';
  if (status === 404) return 'absent';
  if (status === 412) return 'precondition';
  if (status === 409) return 'conflict';
  if (status === 416) return 'range';
  return 'other';
}

/** Runs a call, in a span of its own; what the store could not answer becomes `StoreUnavailable`, everything else passes as it is. */
export async function answered<T>(operation: string, call: () => Promise<T>): Promise<T> {
  try {
    const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': operation };
    return await inSpan(`S3.${operation}`, { kind: 'CLIENT', attributes }, call);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    throw refusalOf(error) === 'unavailable' ? new StoreUnavailable(operation, error) : error;
  }
}
