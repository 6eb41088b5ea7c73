'use client';

import { useEffect, useState } from 'react';
import { extensionIn } from '#lib/upload/accepted-types.ts';
import type { UploadRow } from './upload-row.ts';

/** What browsers can show, and quickly: a scan of hundreds of megabytes would only make the page stand still. */
const shown = /^image\/(jpeg|png|webp|avif|gif)$/;
const largestBytes = 40_000_000;
const side = 96;

/** The file itself, small; once its photo is ready, the portal's own thumbnail. */
export function RowPreview({ row }: { row: UploadRow }) {
  const [url, setUrl] = useState<string>();
  const blob = row.blob;

  useEffect(() => {
    if (!blob || !shown.test(blob.type) || blob.size > largestBytes) return;
    let made: string | undefined;
    let left = false;
    // Decoded once at its size here: a list of camera photos as they are would take gigabytes.
    createImageBitmap(blob, { resizeWidth: side, resizeQuality: 'medium' })
      .then((bitmap) => toBlob(bitmap))
      .then((small) => {
        if (left || !small) return;
        made = URL.createObjectURL(small);
        setUrl(made);
      })
      .catch(() => undefined);
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [blob]);

  const src = row.state === 'ready' ? `/api/assets/${row.assetId}/thumbnail` : url;
  return (
    <span className="flex size-6 shrink-0 items-center justify-center overflow-hidden bg-sunken text-ink-soft">
      {src ? (
        // biome-ignore lint/performance/noImgElement: a picture that never leaves the browser, or staff's thumbnail
        <img alt="" className="size-full object-cover" src={src} />
      ) : (
        <span className="text-caption [font-stretch:80%]">{kindOf(row)}</span>
      )}
    </span>
  );
}

/** What stands in for a picture that the browser can't show. */
function kindOf({ name }: UploadRow): string {
  return (extensionIn(name) ?? '').slice(0, 4).toUpperCase();
}

async function toBlob(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp'));
}
