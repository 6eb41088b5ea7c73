import { Photo } from '#components/ui/photo.tsx';
import type { CatalogFormat } from '#lib/deliver/catalog-format.ts';
import type { CatalogPhoto } from '#lib/deliver/get-catalog-product.ts';

/** Wider than any screen needs; a bigger file would only be slower. */
const widest = 2600;

/** The photo large on a neutral ground: the biggest file of this audience that is there, never anything else. */
export function PhotoStage({ photo, title }: { photo: CatalogPhoto; title: string }) {
  const file = largest(photo.formats);
  const width = file?.width ?? photo.width;
  const height = file?.height ?? photo.height;
  return (
    <figure className="flex min-h-[40dvh] items-center justify-center bg-stage p-1 md:p-3">
      <div
        style={{
          width: `min(100%, ${(width / height).toFixed(4)} * (100dvh - 16rem), ${Math.max(width, 480)}px)`,
        }}
      >
        <Photo
          alt={photo.alt_text || title}
          eager
          height={height}
          src={file?.view_url ?? photo.thumb_url}
          thumbHash={photo.thumb_hash}
          width={width}
        />
      </div>
    </figure>
  );
}

function largest(formats: readonly CatalogFormat[]): CatalogFormat | undefined {
  return formats
    .filter((format) => format.view_url && (format.width ?? 0) <= widest)
    .sort((left, right) => (right.width ?? 0) - (left.width ?? 0))[0];
}
