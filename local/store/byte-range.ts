export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads `Range` against an object of `bytes` bytes. Several ranges or a form that is not understood mean the whole
 * object, as RFC 9110 allows and S3 does.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return 'whole';
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= bytes ? 'unsatisfiable' : { first, last };
}
