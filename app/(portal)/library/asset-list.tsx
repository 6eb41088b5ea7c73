import { AssetGrid } from '#components/library/asset-grid.tsx';
import type { KnownAudience } from '#components/library/asset-tile.tsx';
import { assetName } from '#components/library/asset-words.ts';
import { RestoreButton } from '#components/library/restore-button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import type { AssetSummary } from '#lib/review/asset-summary.ts';
import { restoreAssetAction } from './actions.ts';
import { isFiltered, type LibrarySearch, libraryAddress, moreAddress } from './library-address.ts';

/** A list of photos with the way to more of them, or what to do where there is none. */
export function AssetList({
  assets,
  audiences,
  caller,
  nextCursor,
  path,
  search,
}: {
  assets: readonly AssetSummary[];
  audiences: readonly KnownAudience[];
  caller: Caller;
  nextCursor: string | null;
  path: string;
  search: LibrarySearch;
}) {
  if (assets.length === 0) return <Nothing path={path} search={search} />;
  const mayRestore = search.bin === '1' && may(caller.actor, 'asset.bin');
  return (
    <>
      <AssetGrid
        assets={assets}
        audiences={audiences}
        showProduct
        {...(mayRestore && {
          actionsOf: (asset) => (
            <RestoreButton assetId={asset.asset_id} name={assetName(asset)} restore={restoreAssetAction} />
          ),
        })}
      />
      <div className="mt-6 flex gap-1">
        {search.cursor && (
          <LinkButton href={libraryAddress(path, { ...search, cursor: undefined, show: undefined })}>
            From the start
          </LinkButton>
        )}
        {nextCursor && (
          <LinkButton href={moreAddress(path, search, nextCursor)} prefetch={false} scroll={false}>
            More photos
          </LinkButton>
        )}
      </div>
    </>
  );
}

function Nothing({ path, search }: { path: string; search: LibrarySearch }) {
  if (!isFiltered(search))
    return <EmptyState title="The bin is empty">What you move to the bin waits here.</EmptyState>;
  const bin = search.bin === '1' ? { bin: '1' } : {};
  return (
    <EmptyState
      action={<LinkButton href={libraryAddress(path, bin)}>Show everything</LinkButton>}
      title="No photo is like that"
    >
      Nothing here fits all of what is chosen above. Take one of the filters away, or write fewer words.
    </EmptyState>
  );
}
