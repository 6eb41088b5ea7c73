import type { ObjectRecord } from './disk/records.ts';
import { S3Error } from './s3-error.ts';

export interface WriteCondition {
  /** `If-None-Match: *`: only where nothing is. */
  ifAbsent: boolean;
  ifMatch: string | undefined;
}

type HeaderOf = (name: string) => string | undefined;

export function readWriteCondition(header: HeaderOf): WriteCondition {
  const none = header('if-none-match');
  if (none !== undefined && none !== '*')
    throw new S3Error('NotImplemented', 'On writes If-None-Match may only be *.');
  return { ifAbsent: none === '*', ifMatch: header('if-match') };
}

/** Throws where what stands there now does not meet the condition. */
export function checkWriteCondition(condition: WriteCondition, standing: ObjectRecord | undefined): void {
  if (condition.ifAbsent && standing) throw preconditionFailed();
  if (condition.ifMatch === undefined) return;
  if (!standing) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (!matches(condition.ifMatch, standing.etag)) throw preconditionFailed();
}

/** RFC 9110 §13.2.2: `If-Match` before the dates, `If-None-Match` before `If-Modified-Since`. */
export function checkReadCondition(header: HeaderOf, record: ObjectRecord): 'send' | 'not modified' {
  const modified = Math.floor(Date.parse(record.modifiedAt) / 1000) * 1000;
  const ifMatch = header('if-match');
  const unmodifiedSince = Date.parse(header('if-unmodified-since') ?? '');
  if (ifMatch !== undefined ? !matches(ifMatch, record.etag) : modified > unmodifiedSince)
    throw preconditionFailed();
  const ifNoneMatch = header('if-none-match');
  const modifiedSince = Date.parse(header('if-modified-since') ?? '');
  const known = ifNoneMatch !== undefined ? matches(ifNoneMatch, record.etag) : modified <= modifiedSince;
  return known ? 'not modified' : 'send';
}

export function matches(header: string, etag: string): boolean {
  return header
    .split(',')
    .map((tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .some((tag) => tag === '*' || tag === etag);
}

export function preconditionFailed(): S3Error {
  return new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
}
