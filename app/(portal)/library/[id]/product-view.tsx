import Link from 'next/link';
import { pageData } from '#app/page-data.ts';
import { AssetTile, tileRatio } from '#components/library/asset-tile.tsx';
import { assetName, isInFlight } from '#components/library/asset-words.ts';
import { PhotoCount } from '#components/library/photo-count.tsx';
import { SortableGrid } from '#components/library/sortable-grid.tsx';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ArrowLeftIcon } from '#components/ui/icons.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { UploadButton } from '#components/upload/upload-button.tsx';
import { DropsGoTo } from '#components/upload/uploads-context.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import { getActivePolicies } from '#lib/policy/get-active-policies.ts';
import { listAssets } from '#lib/review/list-assets.ts';
import type { Services } from '#lib/services.ts';
import type { Product } from '#lib/upload/product-schema.ts';
import { reorderAction, setHeroAction } from '../actions.ts';
import { AssetList } from '../asset-list.tsx';
import { isFiltered, type LibrarySearch, listFilters } from '../library-address.ts';
import { LibraryFilters } from '../library-filters.tsx';
import { LibraryFrame } from '../library-frame.tsx';

/** A product has few photos, and failures beside them: all fit on one page. */
const all = 192;

/** One product: its photos in the editors' order, and how many it still takes. */
export async function ProductView({
  product,
  search,
  services,
  caller,
}: {
  product: Product;
  search: LibrarySearch;
  services: Services;
  caller: Caller;
}) {
  const path = `/library/${product.id}`;
  const filters = { ...listFilters(search), productId: product.id };
  const [list, policies] = await Promise.all([
    pageData(listAssets(services, caller, { ...filters, limit: all, cursor: search.cursor })),
    getActivePolicies(services, caller),
  ]);
  const audiences = policies.map(({ audience }) => audience);
  const now = new Date();
  const isWhole = !isFiltered(search) && !filters.binned && list.next_cursor === null && !search.cursor;
  const maySort = may(caller.actor, 'product.edit') && isWhole;
  return (
    <LibraryFrame caller={caller} current={product.id} services={services}>
      <DropsGoTo product={product} />
      <PageHeader
        actions={<UploadButton product={product} />}
        lead={
          <span className="flex flex-wrap items-center gap-x-2">
            {product.sku && <span className="figures">{product.sku}</span>}
            <PhotoCount count={product.photo_count} limit={product.photo_limit} />
          </span>
        }
        over={
          <Link className="inline-flex items-center gap-0.5 hover:text-ink" href="/library">
            <ArrowLeftIcon />
            Library
          </Link>
        }
        title={product.name}
      />
      {(list.items.length > 0 || !isWhole) && (
        <div className="mb-3">
          <LibraryFilters audiences={audiences} path={path} search={search} />
        </div>
      )}
      {list.items.length === 0 && isWhole ? (
        <EmptyState
          action={
            <UploadButton kind="secondary" product={product}>
              Choose photos
            </UploadButton>
          }
          title="No photos yet"
        >
          Drop them anywhere on this page. {product.name} takes up to {product.photo_limit}.
        </EmptyState>
      ) : maySort ? (
        <SortableGrid
          items={list.items.map((asset) => ({
            id: asset.asset_id,
            name: assetName(asset),
            ratio: tileRatio(asset),
            isHero: asset.is_hero,
            mayBeHero: asset.status === 'READY',
            tile: <AssetTile asset={asset} audiences={audiences} eager />,
          }))}
          productId={product.id}
          reorder={reorderAction}
          setHero={setHeroAction}
        />
      ) : (
        <AssetList
          assets={list.items}
          audiences={audiences}
          caller={caller}
          nextCursor={list.next_cursor}
          path={path}
          search={search}
        />
      )}
      <RefreshWhile isUnderWay={list.items.some((asset) => isInFlight(asset, now))} seconds={1} />
    </LibraryFrame>
  );
}
