import { encodeRfc3986 } from '../auth/encode.ts';
import { S3Error } from '../s3-error.ts';
import type { StoreRequest } from '../store-request.ts';

/** `max-keys` and its like: at most a thousand, whatever is asked. */
export function readLimit(request: StoreRequest, name: string): number {
  const text = request.query.get(name) ?? '1000';
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', `${name} must be a whole number.`);
  return Math.min(Number(text), 1000);
}

/** `encoding-type=url` asks for keys in a form that XML 1.0 can always carry. */
export function keyEncoder(request: StoreRequest): (key: string) => string {
  const type = request.query.get('encoding-type');
  if (type === undefined) return (key) => key;
  if (type !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return (key) => key.split('/').map(encodeRfc3986).join('/');
}
