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
    <ul className="photo-rows [--photo-gap-x:1rem] [--row-height:20rem]">
      {photos.map((photo, index) => {
        const title = photoTitle(photo, index);
        return (
          <li key={photo.asset_id} style={{ '--ratio': photo.width / photo.height } as CSSProperties}>
            <Link className="group block text-ink" href={hrefOf(photo)} prefetch={false} scroll={false}>
              <Photo
                alt={photo.alt_text || title}
                className="transition-[filter] duration-200 group-hover:brightness-[1.04]"
                eager={index < 4}
                height={photo.height}
                src={photo.thumb_url}
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
