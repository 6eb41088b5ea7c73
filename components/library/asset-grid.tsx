import type { CSSProperties, ReactNode } from 'react';
import type { AssetSummary } from '#lib/review/asset-summary.ts';
import { AssetTile, type KnownAudience, tileRatio } from './asset-tile.tsx';

/** Photos in rows of one height. */
export function AssetGrid({
  assets,
  audiences,
  showProduct,
  actionsOf,
}: {
  assets: readonly AssetSummary[];
  audiences: readonly KnownAudience[];
  showProduct?: boolean;
  actionsOf?: (asset: AssetSummary) => ReactNode;
}) {
  return (
    <ul className="photo-rows [--most-growth:1.7] [--photo-gap:1.75rem] [--photo-gap-x:1rem] [--row-height:12.5rem]">
      {assets.map((asset, index) => (
        <li
          className="min-w-0"
          data-status={asset.status}
          key={asset.asset_id}
          style={{ '--ratio': tileRatio(asset) } as CSSProperties}
        >
          <AssetTile asset={asset} audiences={audiences} eager={index < 8} showProduct={showProduct ?? false}>
            {actionsOf?.(asset)}
          </AssetTile>
        </li>
      ))}
    </ul>
  );
}
