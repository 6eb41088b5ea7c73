import { Photo } from '#components/ui/photo.tsx';

export interface WallPhoto {
  asset_id: string;
  width: number;
  height: number;
  thumb_hash: string;
  thumb_url: string | null;
}

/** What the public may see already, as the other half of the sign-in page. Decoration: silent and not focusable. */
export function PhotoWall({ photos }: { photos: readonly WallPhoto[] }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 flex gap-0.5 overflow-hidden">
      {columnsOf(photos).map((column, index) => (
        // The last column needs a wide screen.
        <div
          className={`min-w-0 flex-1 flex-col gap-0.5 ${index === 2 ? 'hidden xl:flex' : 'flex'}`}
          key={column[0]?.asset_id}
        >
          {column.map((photo) => (
            <div className="shrink-0 grow" key={photo.asset_id}>
              <Photo
                alt=""
                className="min-h-full object-cover"
                height={photo.height}
                src={photo.thumb_url}
                thumbHash={photo.thumb_hash}
                width={photo.width}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/**
 * Up to three columns of much the same height: each photo goes below the shortest. As many as the photos fill from top
 * to bottom of a wall that is about as high as wide; a few are shown large.
 */
function columnsOf(photos: readonly WallPhoto[]): WallPhoto[][] {
  const stacked = photos.reduce((sum, photo) => sum + photo.height / photo.width, 0);
  const count = photos.length === 0 ? 0 : Math.max(1, Math.min(3, Math.floor(Math.sqrt(stacked))));
  const columns = Array.from({ length: count }, () => ({ height: 0, photos: [] as WallPhoto[] }));
  for (const photo of photos) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least));
    shortest.photos.push(photo);
    shortest.height += photo.height / photo.width;
  }
  return columns.map((column) => column.photos);
}
