'use client';

import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { WarningIcon } from '#components/ui/icons.tsx';
import { formatBytes, formatMediaType, formatPixels } from '#lib/format.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { outputRatio, type PreviewPhoto, requestOf } from './preview-photo.ts';
import { usePreview } from './use-preview.ts';

/** What one contract makes of one photo, in its own shape, with its measures below once it is there. */
export function PreviewImage({
  audience,
  photo,
  contract,
  facts,
  className,
}: {
  /** Whose file it is: the slug, and the name for those who do not see the picture. */
  audience: { slug: string; name: string };
  photo: PreviewPhoto;
  contract: OutputContract;
  /** Left out, the picture stands alone. */
  facts?: ReactNode;
  className?: string;
}) {
  const { picture, is_current, failure } = usePreview({
    audience: audience.slug,
    ...requestOf(photo),
    contract,
  });
  const shown = is_current ? picture : undefined;
  const alt = `${contract.label} for ${audience.name}: ${photo.name}`;
  return (
    <figure className={classNames('min-w-0', className)}>
      <div
        aria-busy={!shown && !failure}
        className={classNames(
          'relative w-full overflow-hidden bg-sunken bg-cover',
          !shown && !failure && 'breathing',
          contract.alpha !== 'forbidden' && shown && 'checkerboard',
        )}
        style={{
          aspectRatio: shown ? `${shown.width} / ${shown.height}` : outputRatio(photo, contract),
          ...(!shown && photo.placeholder && { backgroundImage: `url(${photo.placeholder})` }),
        }}
      >
        {shown && (
          // biome-ignore lint/performance/noImgElement: an object URL of the renderer's own bytes
          <img
            alt={alt}
            className="block size-full"
            height={shown.height}
            src={shown.url}
            width={shown.width}
          />
        )}
        {!shown && <span className="sr-only">{failure ? `Not possible: ${alt}` : `Being made: ${alt}`}</span>}
      </div>
      {(facts || failure) && (
        <figcaption className="mt-1 flex flex-col text-small">
          {facts}
          {failure ? (
            <span className="flex items-start gap-0.5 text-fail">
              <WarningIcon className="mt-[2px] shrink-0" />
              {failure}
            </span>
          ) : (
            <span className="voice-label figures">
              {shown
                ? `${formatMediaType(shown.media_type)} · ${formatPixels(shown.width, shown.height)} · ${formatBytes(shown.bytes)}`
                : 'Being made…'}
            </span>
          )}
        </figcaption>
      )}
    </figure>
  );
}
