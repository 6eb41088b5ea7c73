import type { Metadata } from 'next';
import { pageData } from '#app/page-data.ts';
import { isInFlight } from '#components/library/asset-words.ts';
import { FirstVisit } from '#components/library/first-visit.tsx';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { UploadButton } from '#components/upload/upload-button.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { getActivePolicies } from '#lib/policy/get-active-policies.ts';
import { listAssets } from '#lib/review/list-assets.ts';
import { AssetList } from './asset-list.tsx';
import {
  isFiltered,
  type LibrarySearch,
  libraryAddress,
  listFilters,
  shownCount,
} from './library-address.ts';
import { LibraryFilters } from './library-filters.tsx';
import { LibraryFrame } from './library-frame.tsx';
import { productChoices } from './product-choices.ts';

export const metadata: Metadata = { title: 'Library' };

export default async function Library({ searchParams }: { searchParams: Promise<LibrarySearch> }) {
  const { services, caller } = await pageCaller('library.read');
  const search = await searchParams;
  const isBin = search.bin === '1';
  const [list, policies, products] = await Promise.all([
    pageData(
      listAssets(services, caller, {
        ...listFilters(search),
        order: 'newest',
        cursor: search.cursor,
        limit: shownCount(search.show),
      }),
    ),
    getActivePolicies(services, caller),
    productChoices(services, caller),
  ]);
  const audiences = policies.map(({ audience }) => audience);
  const now = new Date();
  const isFirstVisit = list.items.length === 0 && !isFiltered(search) && !isBin && !search.cursor;
  return (
    <LibraryFrame caller={caller} services={services}>
      <PageHeader
        actions={
          <>
            <LinkButton href={isBin ? '/library' : libraryAddress('/library', { bin: '1' })} kind="quiet">
              {isBin ? 'Back to the library' : 'Bin'}
            </LinkButton>
            {!isBin && !isFirstVisit && <UploadButton />}
          </>
        }
        lead={isBin && 'Photos in the bin are seen by nobody else. Bringing one back undoes it whole.'}
        title={isBin ? 'Bin' : 'Library'}
      />
      {isFirstVisit ? (
        <FirstVisit mayUpload={may(caller.actor, 'asset.upload')} />
      ) : (
        <>
          <div className="mb-3">
            <LibraryFilters audiences={audiences} path="/library" products={products.items} search={search} />
          </div>
          <AssetList
            assets={list.items}
            audiences={audiences}
            caller={caller}
            nextCursor={list.next_cursor}
            path="/library"
            search={search}
          />
        </>
      )}
      <RefreshWhile isUnderWay={list.items.some((asset) => isInFlight(asset, now))} seconds={1} />
    </LibraryFrame>
  );
}
