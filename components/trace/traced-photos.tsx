import Link from 'next/link';
import type { ReactNode } from 'react';
import type { TracedPhoto } from '#lib/deliver/trace/answer.ts';

/** Photos with their product, each in its own shape; what is special about one stands below it. */
export function TracedPhotos({
  title,
  photos,
}: {
  title: string;
  photos: readonly { photo: TracedPhoto; about: ReactNode }[];
}) {
  if (photos.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="voice-wide mb-1 text-title">{title}</h3>
      <ul className="flex flex-col gap-2">
        {photos.map(({ photo, about }) => (
          <li key={photo.asset_id}>
            <Link className="block" href={photo.page_url}>
              {/* biome-ignore lint/performance/noImgElement: a file of our own, as it was rendered */}
              <img
                alt={photo.alt_text}
                className="block h-auto max-h-[28rem] w-auto max-w-full bg-sunken"
                height={photo.height}
                src={photo.thumbnail_url}
                style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
                width={Math.min(480, photo.width)}
              />
              <span className="mt-0.5 block text-body font-medium [overflow-wrap:anywhere]">
                {photo.title}
              </span>
            </Link>
            <p className="voice-label">
              {photo.product.name}
              {photo.product.sku && ` · ${photo.product.sku}`}
            </p>
            <p className="text-small">{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
