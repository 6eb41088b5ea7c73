'use client';

import { useId } from 'react';
import { extremesOf } from './extremes.ts';
import type { PickablePhoto } from './preview-photo.ts';

/** Which photo the preview shows. Those at the edges of what can come are named as such. */
export function PhotoPicker({
  photos,
  picked,
  onPick,
}: {
  photos: readonly PickablePhoto[];
  picked: string;
  onPick: (assetId: string) => void;
}) {
  const name = useId();
  const extremes = extremesOf(photos);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 text-small font-medium">Tried on</legend>
      <div className="relative flex items-end gap-1 overflow-x-auto p-0.5">
        {photos.map((photo) => (
          <label className="shrink-0" key={photo.asset_id}>
            <input
              checked={photo.asset_id === picked}
              className="peer sr-only"
              name={name}
              onChange={() => onPick(photo.asset_id)}
              type="radio"
            />
            {/* biome-ignore lint/performance/noImgElement: Next's optimiser would be a second renderer */}
            <img
              alt={photo.name}
              className="block h-7 max-w-[9rem] bg-sunken object-cover opacity-70 peer-checked:opacity-100 peer-checked:outline-2 peer-checked:outline-offset-2 peer-checked:outline-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:opacity-100"
              loading="lazy"
              src={photo.thumbnail_url}
              style={{ width: `${Math.round((56 * photo.width) / photo.height)}px` }}
            />
            <span className="voice-label block h-2.5 text-center">{extremes.get(photo.asset_id)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
