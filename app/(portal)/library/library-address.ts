import { type ApprovalState, type AssetStatus, approvalStates, assetStatuses } from '#lib/lifecycle.ts';

/** What the library's address says; everything else about the list follows from it. */
export interface LibrarySearch {
  status?: string | undefined;
  approval?: string | undefined;
  audience?: string | undefined;
  product?: string | undefined;
  q?: string | undefined;
  bin?: string | undefined;
  cursor?: string | undefined;
  show?: string | undefined;
}

/** The address of one state of the list at `path`; what is not set is left out. */
export function libraryAddress(path: string, search: LibrarySearch): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(set as [string, string][]).toString();
  return query ? `${path}?${query}` : path;
}

/** Whether the list shows less than all there is. */
export function isFiltered({ status, approval, audience, product, q }: LibrarySearch): boolean {
  return [status, approval, audience, product, q].some(Boolean);
}

/** The filters as the list takes them; an unknown word in the address filters nothing. */
export function listFilters(search: LibrarySearch) {
  return {
    status: assetStatuses.find((status): status is AssetStatus => status === search.status),
    approval: approvalStates.find((state): state is ApprovalState => state === search.approval),
    audience: search.audience || undefined,
    productId: search.product || undefined,
    q: search.q || undefined,
    binned: search.bin === '1',
    hideDismissed: search.status !== 'FAILED' && search.bin !== '1',
  };
}

const step = 48;
/** Beyond this the list goes on from a cursor: a page of thousands serves nobody. */
const most = 192;

/** How many photos a page shows: a whole number of steps. */
export function shownCount(show: string | undefined): number {
  const asked = Number(show);
  return Number.isInteger(asked) ? Math.min(most, Math.max(step, Math.ceil(asked / step) * step)) : step;
}

/** Where “More” leads: the same list grown by a step, so that it keeps its place, or on from its end. */
export function moreAddress(path: string, search: LibrarySearch, nextCursor: string): string {
  const shown = shownCount(search.show);
  return shown >= most
    ? libraryAddress(path, { ...search, cursor: nextCursor, show: undefined })
    : libraryAddress(path, { ...search, show: String(shown + step) });
}
