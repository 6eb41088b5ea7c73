import Link from 'next/link';
import type { CSSProperties, ReactNode } from 'react';
import type { AudienceMark } from '#components/ui/audience-chip.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { ImageOffIcon, UploadIcon, WarningIcon } from '#components/ui/icons.tsx';
import { Photo } from '#components/ui/photo.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { AssetSummary } from '#lib/review/asset-summary.ts';
import { assetName, standing } from './asset-words.ts';
import { AudienceMarks } from './audience-marks.tsx';

export type KnownAudience = AudienceMark & { slug: string };

/** One photo of the library: itself in its own shape, what it is called, where it stands, and who has it. */
export function AssetTile({
  asset,
  audiences,
  showProduct = false,
  eager = false,
  children,
}: {
  asset: AssetSummary;
  audiences: readonly KnownAudience[];
  showProduct?: boolean;
  eager?: boolean;
  /** What can be done to it here. */
  children?: ReactNode;
}) {
  const [tone, word] = standing(asset);
  const named = audiences.filter(({ slug }) => asset.approval?.audiences.includes(slug));
  return (
    <>
      <Link className="group block text-ink" href={`/library/${asset.asset_id}`} prefetch={false}>
        <span className="block overflow-hidden bg-sunken">
          {asset.width && asset.height ? (
            <Photo
              alt={asset.alt_text}
              className="transition-[filter] duration-200 group-hover:brightness-[1.04]"
              eager={eager}
              height={asset.height}
              src={asset.thumbnail_url}
              thumbHash={asset.thumb_hash}
              width={asset.width}
            />
          ) : (
            <NoPicture asset={asset} />
          )}
        </span>
        <span className="mt-0.5 block truncate text-small font-medium underline-offset-4 group-hover:underline">
          {assetName(asset)}
        </span>
      </Link>
      {showProduct && (
        <Link
          className="voice-label block truncate hover:text-ink hover:underline"
          href={`/library/${asset.product.id}`}
          prefetch={false}
        >
          {asset.product.name}
        </Link>
      )}
      <div className="flex min-h-3 flex-wrap items-center gap-x-1 gap-y-0.5">
        <StatusDot className="text-caption!" tone={tone}>
          {word}
        </StatusDot>
        <AudienceMarks audiences={named} />
        {children}
      </div>
    </>
  );
}

/** The shape of a photo that is not there yet, or never will be. */
const noPictureRatio = 1.5;

function NoPicture({ asset }: { asset: AssetSummary }) {
  const Icon =
    asset.status === 'FAILED' ? WarningIcon : asset.status === 'UPLOADING' ? UploadIcon : ImageOffIcon;
  return (
    <span
      className={classNames(
        'flex items-center justify-center',
        // On a phone a tile is as wide as the screen, too much for a photo that will never be there.
        asset.status === 'FAILED'
          ? 'h-7 text-fail min-[30rem]:h-auto min-[30rem]:aspect-[var(--no-picture)]'
          : 'breathing aspect-[var(--no-picture)] text-ink-soft',
      )}
      style={{ '--no-picture': noPictureRatio } as CSSProperties}
    >
      <Icon size={28} />
    </span>
  );
}

/** The share of a row that a tile takes: extreme shapes leave their neighbours room. */
export function tileRatio({ width, height }: Pick<AssetSummary, 'width' | 'height'>): number {
  return width && height ? Math.min(2.6, Math.max(0.6, width / height)) : noPictureRatio;
}
