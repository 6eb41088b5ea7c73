import Link from 'next/link';
import { ApproveForm, type AudienceChoice } from '#components/asset/approve-form.tsx';
import { AssetState } from '#components/asset/asset-state.tsx';
import { assetName } from '#components/library/asset-words.ts';
import { ArrowRightIcon } from '#components/ui/icons.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import { formatBytes, formatMediaType, formatPixels } from '#lib/format.ts';
import type { AssetDetail, AssetVersionView } from '#lib/review/get-asset-detail.ts';
import type { ChangeRequest } from '#lib/review/list-review-queue.ts';
import { ChangesForm } from './changes-form.tsx';

/** What the photo is called and says of itself, and the three ways on. It stays while one looks at the renderings. */
export function DecisionPanel({
  asset,
  version,
  changeRequest,
  audiences,
  approve,
  sendBack,
  skipTo,
  now,
  timeZone,
}: {
  asset: AssetDetail;
  version: AssetVersionView;
  changeRequest: ChangeRequest | null;
  audiences: readonly AudienceChoice[];
  approve: FormAction<unknown>;
  sendBack: FormAction<unknown>;
  skipTo: string;
  now: Date;
  timeZone: string;
}) {
  return (
    <div className="flex flex-col gap-2 lg:sticky lg:top-8 lg:-m-0.5 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-0.5">
      <header>
        <p className="mb-0.5 truncate text-small text-ink-soft">
          <Link className="hover:text-ink" href={`/library/${asset.product.id}`}>
            {asset.product.name}
          </Link>
        </p>
        <h1 className="voice-wide mb-1 text-heading [overflow-wrap:anywhere]">{assetName(asset)}</h1>
        <AssetState asset={asset} changeRequest={changeRequest} now={now} timeZone={timeZone} />
        {asset.alt_text && <p className="mt-1 text-small [overflow-wrap:anywhere]">{asset.alt_text}</p>}
        <p className="voice-label figures mt-1">
          {formatMediaType(version.media_type)} · {formatPixels(version.width, version.height)} ·{' '}
          {formatBytes(version.bytes)} · {asset.owner?.name ?? 'Someone'},{' '}
          <RelativeTime at={asset.created_at} now={now} timeZone={timeZone} />
        </p>
        <Link
          className="mt-0.5 inline-flex min-h-3 items-center text-small underline pointer-coarse:min-h-[44px]"
          href={`/library/${asset.asset_id}`}
        >
          Its texts and history
        </Link>
      </header>
      <ApproveForm
        action={approve}
        assetId={asset.asset_id}
        audiences={audiences}
        from=""
        isChange={false}
        isInQueue
        note=""
        timeZone={timeZone}
        until=""
        version={version.number}
      />
      <div className="flex flex-col gap-1">
        <ChangesForm action={sendBack} assetId={asset.asset_id} />
        <LinkButton href={skipTo} kind="quiet">
          Skip for now
          <ArrowRightIcon />
        </LinkButton>
      </div>
    </div>
  );
}
