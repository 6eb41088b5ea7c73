import { isStorableText } from './storable-text.ts';

/**
 * An address's search as pages read it, or nothing where it is so already. A word given twice would reach a page as a
 * list, and a NUL would reach the database: the first of each counts, and what nobody could have stored is left out.
 */
export function plainSearch(search: URLSearchParams): URLSearchParams | undefined {
  const plain = new URLSearchParams();
  for (const [name, value] of search) if (!plain.has(name) && isStorableText(value)) plain.set(name, value);
  return plain.size === search.size ? undefined : plain;
}
