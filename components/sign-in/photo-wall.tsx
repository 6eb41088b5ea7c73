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
        <div className={`min-w-0 flex-1 ${index === 2 ? 'hidden xl:block' : ''}`} key={column[0]?.asset_id}>
          {column.map((photo) => (
            <div className="mb-0.5" key={photo.asset_id}>
              <Photo
                alt=""
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

/** Three columns of much the same height: each photo goes below the shortest. */
function columnsOf(photos: readonly WallPhoto[]): WallPhoto[][] {
  const columns: { height: number; photos: WallPhoto[] }[] = [];
  for (let index = 0; index < Math.min(3, photos.length); index++) columns.push({ height: 0, photos: [] });
  for (const photo of photos) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least));
    shortest.photos.push(photo);
    shortest.height += photo.height / photo.width;
  }
  return columns.map((column) => column.photos);
}
