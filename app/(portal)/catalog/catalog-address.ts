export interface CatalogSearch {
  audience?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  show?: string | undefined;
}

/** The address of the catalog in one state; what is not set is left out. */
export function catalogAddress(search: CatalogSearch): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(set as [string, string][]).toString();
  return query ? `/catalog?${query}` : '/catalog';
}

const step = 24;
/** Beyond this the list goes on from a cursor: a page of thousands serves nobody. */
const most = 120;

/** How many products a page shows: a whole number of steps. */
export function shownCount(show: string | undefined): number {
  const asked = Number(show);
  return Number.isInteger(asked) ? Math.min(most, Math.max(step, Math.ceil(asked / step) * step)) : step;
}

/** Whether “More” starts a page of its own instead of growing this one. */
export function isLastStep(shown: number): boolean {
  return shown >= most;
}

/** Where “More” leads: the same list grown by a step, so that it keeps its place, or on from its end. */
export function moreAddress(search: CatalogSearch, shown: number, nextCursor: string): string {
  return isLastStep(shown)
    ? catalogAddress({ ...search, cursor: nextCursor, show: undefined })
    : catalogAddress({ ...search, show: String(shown + step) });
}
