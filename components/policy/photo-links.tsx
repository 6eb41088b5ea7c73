import Link from 'next/link';
import type { PickablePhoto } from './preview-photo.ts';

/** The photos that pictures can be shown of, as links; the current one is marked. */
export function PhotoLinks({
  photos,
  current,
  hrefOf,
}: {
  photos: readonly PickablePhoto[];
  current: string | undefined;
  hrefOf: (assetId: string) => string;
}) {
  return (
    <ul className="flex gap-1 overflow-x-auto p-0.5">
      {photos.map((photo) => (
        <li className="shrink-0" key={photo.asset_id}>
          <Link
            aria-current={photo.asset_id === current ? 'true' : undefined}
            aria-label={photo.name}
            className="block bg-sunken bg-cover opacity-70 hover:opacity-100 aria-[current]:opacity-100 aria-[current]:outline-2 aria-[current]:outline-offset-2 aria-[current]:outline-ink"
            href={hrefOf(photo.asset_id)}
            prefetch={false}
            replace
            scroll={false}
            style={{ backgroundImage: `url(${photo.placeholder})` }}
          >
            {/* biome-ignore lint/performance/noImgElement: Next's optimiser would be a second renderer */}
            <img
              alt=""
              className="block h-7 max-w-[10rem] object-cover"
              height={photo.height}
              loading="lazy"
              src={photo.thumbnail_url}
              style={{ width: `${Math.round((56 * photo.width) / photo.height)}px` }}
              width={photo.width}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
