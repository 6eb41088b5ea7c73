export interface ComparisonSearch {
  from?: string;
  to?: string;
  photo?: string;
}

/** The address of an audience's page with these versions compared on this photo. */
export function comparisonAddress(
  audience: string,
  search: { from?: number | undefined; to?: number | undefined; photo?: string | undefined },
): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return `/policies/${audience}${query ? `?${query}` : ''}`;
}
