'use client';

import { createContext, useContext, useState } from 'react';
import type { ActionResult } from '#lib/action.ts';
import type { MarkImage } from '#lib/policy/mark-image.ts';

export interface MarkImages {
  images: readonly MarkImage[];
  add: (image: MarkImage) => void;
  /** Answers why it could not be taken off the list, if it could not. */
  retire: (imageId: string) => Promise<string | undefined>;
}

export type RetireMarkImage = (input: { image_id: string }) => Promise<ActionResult<unknown>>;

/** The uploaded images that every format of the editor can pick from. */
export const MarkImagesContext = createContext<MarkImages>({
  images: [],
  add: () => undefined,
  retire: async () => undefined,
});

export const useMarkImages = () => useContext(MarkImagesContext);

export function useMarkImageList(started: readonly MarkImage[], retire: RetireMarkImage): MarkImages {
  const [images, setImages] = useState(started);
  const without = (imageId: string) => images.filter(({ image_id }) => image_id !== imageId);
  return {
    images,
    add: (image) => setImages([image, ...without(image.image_id)]),
    retire: async (image_id) => {
      const answer = await retire({ image_id });
      if (!answer.ok) return answer.message;
      setImages(without(image_id));
      return undefined;
    },
  };
}
