'use client';

import { useId, useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { WarningIcon } from '#components/ui/icons.tsx';
import { formatPixels } from '#lib/format.ts';
import type { MarkImage } from '#lib/policy/mark-image.ts';
import { useMarkImages } from './mark-images.ts';
import { MarkUploadTile } from './mark-upload-tile.tsx';

/** Which uploaded image is the mark, by picture and name; another can be uploaded right here. */
export function MarkImagePicker({
  picked,
  onPick,
  error,
}: {
  /** The image's SHA-256; empty: none yet. */
  picked: string;
  onPick: (imageId: string) => void;
  error: string | undefined;
}) {
  const { images, add } = useMarkImages();
  const name = useId();
  const [refused, setRefused] = useState<string>();
  const current = images.find(({ image_id }) => image_id === picked);
  const wrong = refused ?? error;
  return (
    <fieldset aria-describedby={wrong ? `${name}-error` : undefined} className="min-w-0">
      <legend className="mb-0.5 text-small font-medium">Image of the mark</legend>
      <div className="flex flex-wrap gap-1">
        {images.map((image) => (
          <Choice
            image={image}
            isPicked={image === current}
            key={image.image_id}
            name={name}
            onPick={onPick}
          />
        ))}
        <MarkUploadTile
          onImage={(image) => {
            add(image);
            onPick(image.image_id);
          }}
          onRefused={setRefused}
        />
      </div>
      {picked !== '' && !current && (
        <p className="voice-label mt-0.5 [overflow-wrap:anywhere]">
          Now the picture {picked.slice(0, 12)}…, which is not on this list. It stays until you pick another.
        </p>
      )}
      {current && <PickedImage image={current} onRefused={setRefused} onRetired={() => onPick('')} />}
      {wrong && (
        <p className="mt-0.5 flex items-start gap-0.5 text-small text-fail" id={`${name}-error`} role="alert">
          <WarningIcon className="mt-[2px] shrink-0" />
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

/** On a middle grey, on which white logos and black ones show. */
function Choice({
  image,
  isPicked,
  name,
  onPick,
}: {
  image: MarkImage;
  isPicked: boolean;
  name: string;
  onPick: (imageId: string) => void;
}) {
  return (
    <label className="relative w-[6.5rem] rounded-control has-checked:outline-2 has-checked:outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        checked={isPicked}
        className="sr-only"
        name={name}
        onChange={() => onPick(image.image_id)}
        type="radio"
        value={image.image_id}
      />
      <span className="flex h-8 items-center justify-center bg-[#8c8c8c] p-0.5">
        {/* biome-ignore lint/performance/noImgElement: Next's optimiser would be a second renderer */}
        <img
          alt=""
          className="block max-h-full max-w-full object-contain"
          loading="lazy"
          src={`/api/mark-images/${image.image_id}/thumbnail`}
        />
      </span>
      <span className="voice-label line-clamp-2 [overflow-wrap:anywhere]">{image.name}</span>
    </label>
  );
}

function PickedImage({
  image,
  onRetired,
  onRefused,
}: {
  image: MarkImage;
  onRetired: () => void;
  onRefused: (sentence: string | undefined) => void;
}) {
  const { retire } = useMarkImages();
  const [isBusy, start] = useTransition();
  return (
    <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-1">
      <p className="voice-label figures min-w-0 [overflow-wrap:anywhere]">
        {image.name}, {formatPixels(image.width, image.height)}
        {!image.has_alpha && '. It has no transparent ground, so it covers the photo as a box'}
      </p>
      <Button
        aria-disabled={isBusy}
        kind="quiet"
        onClick={() =>
          start(async () => {
            const refusal = await retire(image.image_id);
            onRefused(refusal);
            if (!refusal) onRetired();
          })
        }
        size="small"
      >
        Take it off the list
      </Button>
    </div>
  );
}
