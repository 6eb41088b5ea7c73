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
    <div aria-hidden="true" className="absolute inset-0 columns-2 gap-0.5 overflow-hidden xl:columns-3">
      {photos.map((photo) => (
        <div className="mb-0.5 break-inside-avoid" key={photo.asset_id}>
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
  );
}
