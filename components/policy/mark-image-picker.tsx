'use client';

import { useId } from 'react';
import { WarningIcon } from '#components/ui/icons.tsx';
import type { PickablePhoto } from './preview-photo.ts';

/** Which uploaded picture is the mark: the transparent ones first, since those are marks. */
export function MarkImagePicker({
  photos,
  picked,
  onPick,
  error,
}: {
  photos: readonly PickablePhoto[];
  /** The master's SHA-256. */
  picked: string;
  onPick: (sha256: string) => void;
  error: string | undefined;
}) {
  const name = useId();
  const images = photos.toSorted((left, right) => Number(right.has_alpha) - Number(left.has_alpha));
  const isKnown = picked === '' || images.some(({ master_sha256 }) => master_sha256 === picked);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 text-small font-medium">Image of the mark</legend>
      <div className="relative flex gap-1 overflow-x-auto p-0.5">
        {images.map((photo) => (
          <label
            className="checkerboard shrink-0 has-checked:outline-2 has-checked:outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            key={photo.asset_id}
          >
            <input
              checked={photo.master_sha256 === picked}
              className="sr-only"
              name={name}
              onChange={() => onPick(photo.master_sha256)}
              type="radio"
            />
            {/* biome-ignore lint/performance/noImgElement: Next's optimiser would be a second renderer */}
            <img
              alt={photo.name}
              className="block size-8 object-contain"
              loading="lazy"
              src={photo.thumbnail_url}
            />
          </label>
        ))}
      </div>
      <p className="voice-label">
        {isKnown
          ? 'Upload a picture with a transparent ground to the library to use it here.'
          : `Now the picture ${picked.slice(0, 12)}…, which is not among the newest.`}
      </p>
      {error && (
        <p className="flex items-start gap-0.5 text-small text-fail">
          <WarningIcon className="mt-[2px] shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
