import { lowerBound } from './key-order.ts';

export interface ListPage {
  keys: string[];
  commonPrefixes: string[];
  /** Where the next page starts; undefined at the end. */
  next: PageStart | undefined;
}

/** After a key, or after all keys that begin with a prefix which was rolled up. */
export type PageStart = { after: string } | { pastPrefix: string };

/** One page of a listing over keys in order. A rolled-up prefix counts as one entry, as a key does. */
export function listPage(
  keys: readonly string[],
  options: { prefix: string; delimiter: string; max: number; start: PageStart | undefined },
): ListPage {
  const { prefix, delimiter, max, start } = options;
  const page: ListPage = { keys: [], commonPrefixes: [], next: undefined };
  let index = Math.max(lowerBound(keys, prefix), start ? startIndex(keys, start) : 0);
  let last: PageStart | undefined = start;
  for (let key = keys[index]; key?.startsWith(prefix); key = keys[index]) {
    if (page.keys.length + page.commonPrefixes.length >= max) {
      page.next = max > 0 ? last : undefined;
      break;
    }
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (cut < 0) {
      page.keys.push(key);
      last = { after: key };
      index += 1;
    } else {
      const common = key.slice(0, cut + delimiter.length);
      page.commonPrefixes.push(common);
      last = { pastPrefix: common };
      index = pastPrefix(keys, common, index);
    }
  }
  return page;
}

function startIndex(keys: readonly string[], start: PageStart): number {
  if ('pastPrefix' in start) return pastPrefix(keys, start.pastPrefix, 0);
  const index = lowerBound(keys, start.after);
  return keys[index] === start.after ? index + 1 : index;
}

/** Index of the first key from `from` on that comes after every key beginning with `prefix`. */
function pastPrefix(keys: readonly string[], prefix: string, from: number): number {
  let low = Math.max(from, lowerBound(keys, prefix));
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]?.startsWith(prefix)) low = middle + 1;
    else high = middle;
  }
  return low;
}
