import { approvalWords, statusWords } from '#components/library/asset-words.ts';
import { type Filter, FilterBar } from '#components/library/filter-bar.tsx';
import { approvalStates, assetStatuses } from '#lib/lifecycle.ts';
import type { LibrarySearch } from './library-address.ts';

/** The filters of a list of photos, with what the address says chosen. */
export function LibraryFilters({
  path,
  search,
  audiences,
  products,
}: {
  path: string;
  search: LibrarySearch;
  audiences: readonly { slug: string; name: string }[];
  /** Left out where the list is one product's. */
  products?: readonly { id: string; name: string }[];
}) {
  const filters: Filter[] = [
    {
      name: 'status',
      label: 'Status',
      all: 'Any status',
      value: search.status,
      choices: assetStatuses.map((status) => ({ value: status, label: statusWords[status][1] })),
    },
    {
      name: 'approval',
      label: 'Approval',
      all: 'Any approval',
      value: search.approval,
      choices: approvalStates.map((state) => ({ value: state, label: approvalWords[state][1] })),
    },
    {
      name: 'audience',
      label: 'Audience',
      all: 'Any audience',
      value: search.audience,
      choices: audiences.map(({ slug, name }) => ({ value: slug, label: name })),
    },
  ];
  if (products)
    filters.push({
      name: 'product',
      label: 'Product',
      all: 'Any product',
      value: search.product,
      choices: products.map(({ id, name }) => ({ value: id, label: name })),
    });
  return (
    <FilterBar action={path} filters={filters} keep={search.bin === '1' ? { bin: '1' } : {}} q={search.q} />
  );
}
