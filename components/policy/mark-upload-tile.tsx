'use client';

import { useState, useTransition } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { UploadIcon } from '#components/ui/icons.tsx';
import type { MarkImage } from '#lib/policy/mark-image.ts';
import { MarkImageRefused, sendMarkImage } from './send-mark-image.ts';

/** Takes an image by a click or a drop, and hands on what it has become. */
export function MarkUploadTile({
  onImage,
  onRefused,
}: {
  onImage: (image: MarkImage) => void;
  onRefused: (sentence: string | undefined) => void;
}) {
  const [isBusy, start] = useTransition();
  const [isOver, setOver] = useState(false);

  function send(file: File | undefined) {
    if (!file || isBusy) return;
    onRefused(undefined);
    start(async () => {
      try {
        onImage(await sendMarkImage(file));
      } catch (error) {
        const known = error instanceof MarkImageRefused;
        onRefused(known ? error.message : 'The image was not taken. Try again.');
      }
    });
  }

  return (
    <label
      className={classNames(
        'relative flex min-h-8 w-[6.5rem] cursor-pointer flex-col items-center justify-center gap-0.5 rounded-control border border-dashed border-line-strong p-0.5 text-center text-small hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver && 'bg-hover',
        isBusy && 'breathing',
      )}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        send(event.dataTransfer.files[0]);
      }}
    >
      <UploadIcon size={18} />
      <span role="status">{isBusy ? 'Being checked…' : 'Upload an image'}</span>
      <input
        accept="image/png,image/webp,image/avif,image/gif,image/jpeg,image/tiff"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        disabled={isBusy}
        onChange={(event) => {
          send(event.target.files?.[0]);
          event.target.value = '';
        }}
        type="file"
      />
    </label>
  );
}
