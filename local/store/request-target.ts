import { S3Error } from './s3-error.ts';

/** What a request line names. Nothing is normalised: `a/../b` and `%2e%2e` are keys like any other. */
export interface RequestTarget {
  path: string;
  bucket: string | undefined;
  key: string | undefined;
  /** Decoded pairs, in the order sent. */
  query: ReadonlyArray<readonly [name: string, value: string]>;
}

const keyBytesLimit = 1024;

/** Splits by hand: `new URL` would resolve dot segments before the signature could be checked over them. */
export function parseTarget(url: string): RequestTarget {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!path.startsWith('/')) throw new S3Error('InvalidURI', 'The address is not a path.');
  const slash = path.indexOf('/', 1);
  const bucket = decode(slash < 0 ? path.slice(1) : path.slice(1, slash));
  const key = slash < 0 ? '' : decode(path.slice(slash + 1));
  return {
    path,
    bucket: bucket === '' ? undefined : bucket,
    key: key === '' ? undefined : key,
    query: mark < 0 ? [] : parseQuery(url.slice(mark + 1)),
  };
}

function parseQuery(text: string): [string, string][] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? [decode(pair), '']
        : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
}

/** Throws on escapes that are no UTF-8, overlong forms of `.` and `/` among them. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'The address holds an escape that is not UTF-8.');
  }
}

/** Characters that XML cannot carry would make a listing that no client can read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const unlistable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

export function checkKey(key: string): void {
  if (Buffer.byteLength(key) > keyBytesLimit)
    throw new S3Error('KeyTooLongError', `A key may have ${keyBytesLimit} bytes at most.`);
  if (unlistable.test(key) || !key.isWellFormed())
    throw new S3Error('InvalidArgument', 'The key holds a character that a listing could not carry.');
}
