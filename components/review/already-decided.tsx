import { assetName } from '#components/library/asset-words.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { AssetSummary } from '#lib/review/asset-summary.ts';

/** The address names a photo that waits no more, or not yet: it was decided meanwhile, or one went back. */
export function AlreadyDecided({ asset, waiting }: { asset: AssetSummary; waiting: number }) {
  const name = assetName(asset);
  return (
    <div className="pt-6">
      <h1 className="sr-only">{name}</h1>
      <EmptyState
        action={
          <>
            <LinkButton href="/review" kind="primary">
              {waiting > 0 ? 'To the next that waits' : 'To the end of the queue'}
            </LinkButton>
            <LinkButton href={`/library/${asset.asset_id}`}>Open the photo</LinkButton>
          </>
        }
        title={`${name} ${reasonOf(asset)}`}
      >
        It can be looked at, and its approval changed, on its own page.
      </EmptyState>
    </div>
  );
}

function reasonOf({ approval, binned_at, status }: AssetSummary): string {
  if (binned_at) return 'is in the bin';
  if (approval) return `was approved by ${approval.approved_by?.name ?? 'someone'}`;
  return status === 'FAILED' ? 'could not be read' : 'is not ready yet';
}
