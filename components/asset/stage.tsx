'use client';

import type { PreviewPhoto } from '#components/policy/preview-photo.ts';
import { usePreview } from '#components/policy/use-preview.ts';
import { classNames } from '#components/ui/class-names.ts';
import { stageContract } from './stage-contract.ts';

/** The photo large on a neutral ground: the thumbnail at once, then as many pixels as a screen shows. */
export function Stage({
  photo,
  thumbnailUrl,
  alt,
  isTransparent,
  audience,
}: {
  photo: PreviewPhoto;
  thumbnailUrl: string | null;
  alt: string;
  isTransparent: boolean;
  /** Whose door the renderer is asked through; null for people who may not ask it. */
  audience: string | null;
}) {
  const { picture, is_current, failure } = usePreview(
    audience === null
      ? undefined
      : { audience, asset_id: photo.asset_id, version: photo.version, contract: stageContract },
  );
  const large = is_current ? picture : undefined;
  const widest = Math.max(Math.min(photo.width, 1800), 320);
  const ratio = photo.width / photo.height;
  return (
    <figure className="flex min-h-[42dvh] flex-col items-center justify-center bg-stage p-1 md:p-3">
      <div
        aria-busy={audience !== null && !large && !failure}
        className={classNames('relative overflow-hidden bg-cover', isTransparent && 'checkerboard')}
        style={{
          aspectRatio: ratio,
          width: `min(100%, ${ratio.toFixed(4)} * (100dvh - 14rem), ${widest}px)`,
          ...(!isTransparent && { backgroundImage: `url(${photo.placeholder})` }),
        }}
      >
        {(large || thumbnailUrl) && (
          // biome-ignore lint/performance/noImgElement: staff's thumbnail, then the renderer's own bytes
          <img
            alt={alt || photo.name}
            className="block size-full"
            data-large={large ? '' : undefined}
            src={large?.url ?? thumbnailUrl ?? undefined}
          />
        )}
      </div>
      {failure && <figcaption className="mt-1 text-small text-ink-soft">{failure}</figcaption>}
    </figure>
  );
}
