import { describe, expect, it } from 'vitest';
import { isFiltered, libraryAddress, listFilters, moreAddress, shownCount } from './library-address.ts';

describe('the address of the library', () => {
  it('holds what is chosen and nothing else', () => {
    expect(libraryAddress('/library', { status: 'READY', q: '', audience: undefined })).toBe(
      '/library?status=READY',
    );
    expect(libraryAddress('/library', {})).toBe('/library');
  });

  it('filters nothing where a word is unknown', () => {
    expect(listFilters({ status: 'BROKEN', approval: 'maybe' })).toMatchObject({
      status: undefined,
      approval: undefined,
    });
  });

  it('hides failures that were taken off the list, unless one looks for failures or into the bin', () => {
    expect(listFilters({}).hideDismissed).toBe(true);
    expect(listFilters({ status: 'FAILED' }).hideDismissed).toBe(false);
    expect(listFilters({ bin: '1' })).toMatchObject({ hideDismissed: false, binned: true });
  });

  it('does not take the bin for a filter', () => {
    expect(isFiltered({ bin: '1' })).toBe(false);
    expect(isFiltered({ q: 'globe' })).toBe(true);
  });

  it('grows the list in steps, then goes on from a cursor', () => {
    expect(shownCount(undefined)).toBe(48);
    expect(shownCount('50')).toBe(96);
    expect(shownCount('100000')).toBe(192);
    expect(shownCount('none')).toBe(48);
    expect(moreAddress('/library', { q: 'a' }, 'next')).toBe('/library?q=a&show=96');
    expect(moreAddress('/library', { show: '192' }, 'next')).toBe('/library?cursor=next');
  });
});
