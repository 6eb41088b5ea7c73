/**
 * S3 lists keys by their UTF-8 bytes. JavaScript compares UTF-16 units, which differs only where a surrogate
 * (a code point above U+FFFF) meets a unit above the surrogates.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return weight(x) - weight(y);
  }
  return a.length - b.length;
}

/** Lifts surrogates above U+E000–U+FFFF. */
function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Index of the first key that is not before `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keys[middle] ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
