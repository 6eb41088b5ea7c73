import Link from 'next/link';
import type { CSSProperties } from 'react';
import { Photo } from '#components/ui/photo.tsx';
import type { CatalogPhoto } from '#lib/deliver/get-catalog-product.ts';
import { photoTitle } from './photo-names.ts';

/** The photos of a product in the editors' order, each in its own shape. */
export function PhotoGrid({
  photos,
  hrefOf,
}: {
  photos: readonly CatalogPhoto[];
  hrefOf: (photo: CatalogPhoto) => string;
}) {
  return (
    <ul className="photo-rows [--most-growth:1.9] [--photo-gap-x:1rem] [--row-height:clamp(11rem,20vw,18rem)]">
      {photos.map((photo, index) => {
        const title = photoTitle(photo, index);
        return (
          <li key={photo.asset_id} style={{ '--ratio': photo.width / photo.height } as CSSProperties}>
            <Link className="group block text-ink" href={hrefOf(photo)} prefetch={false} scroll={false}>
              <Photo
                alt={photo.alt_text === title ? '' : photo.alt_text}
                className="transition-[filter] duration-200 group-hover:brightness-[1.04]"
                eager={index < 4}
                height={photo.height}
                sizes={`(max-width: 40rem) 100vw, ${Math.round((photo.width / photo.height) * 360)}px`}
                src={photo.thumb_url}
                srcSet={sharper(photo)}
                thumbHash={photo.thumb_hash}
                width={photo.width}
              />
              <span className="mt-0.5 block text-small underline-offset-4 group-hover:underline">
                {title}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The longest side that a thumbnail has, unless an admin chose another: a browser's choice, never a promise. */
const thumbSide = 480;
/** Below this a grid may load a photo's bigger file in the place of its thumbnail. */
const lightBytes = 250_000;

/** The thumbnail and the light files above it, for screens that show more pixels than it has. */
function sharper({ thumb_url, width, height, formats }: CatalogPhoto): string | undefined {
  const lighter = formats.filter(({ bytes, view_url }) => view_url && bytes && bytes < lightBytes);
  if (!thumb_url || lighter.length === 0) return undefined;
  const thumbWidth = Math.round(thumbSide * Math.min(1, width / height));
  return [`${thumb_url} ${thumbWidth}w`, ...lighter.map((file) => `${file.view_url} ${file.width}w`)].join(
    ', ',
  );
}
