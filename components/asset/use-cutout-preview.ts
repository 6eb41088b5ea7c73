'use client';

import { useEffect, useState } from 'react';
import type { CutoutParameters } from '#lib/cutout/cutout-parameters.ts';
import { type CutoutPicture, CutoutRefused, fetchCutout } from './fetch-cutout.ts';

export interface CutoutPreview {
  /** The last one that was made, which stays while the next one is. */
  picture?: CutoutPicture;
  isCurrent: boolean;
  failure?: string;
}

/** A preview that follows what is turned; what is asked for no longer is called off. */
export function useCutoutPreview(assetId: string, parameters: CutoutParameters): CutoutPreview {
  const [preview, setPreview] = useState<CutoutPreview>({ isCurrent: false });
  const question = JSON.stringify(parameters);

  useEffect(() => {
    const wanted = new AbortController();
    setPreview(({ picture }) => ({ ...(picture && { picture }), isCurrent: false }));
    fetchCutout(assetId, JSON.parse(question) as CutoutParameters, wanted.signal).then(
      (picture) => {
        if (wanted.signal.aborted) return URL.revokeObjectURL(picture.url);
        setPreview((last) => {
          if (last.picture) URL.revokeObjectURL(last.picture.url);
          return { picture, isCurrent: true };
        });
      },
      (error: unknown) => {
        if (wanted.signal.aborted) return;
        const failure =
          error instanceof CutoutRefused
            ? error.message
            : 'The portal could not be reached. Look at your connection.';
        setPreview(({ picture }) => ({ ...(picture && { picture }), isCurrent: false, failure }));
      },
    );
    return () => wanted.abort();
  }, [assetId, question]);

  return preview;
}
