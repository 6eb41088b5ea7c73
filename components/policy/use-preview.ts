'use client';

import { useEffect, useState } from 'react';
import { fetchPreview, PreviewFailed, type PreviewPicture, type PreviewRequest } from './fetch-preview.ts';

export interface Preview {
  /** The last picture that was made, which stays while the next one is. */
  picture?: PreviewPicture;
  /** Whether `picture` is what was asked for last. */
  is_current: boolean;
  /** Why what was asked for last cannot be made. */
  failure?: string;
}

/** A picture that follows what is asked; asked for nothing, the last one stays. */
export function usePreview(request: PreviewRequest | undefined): Preview {
  const [preview, setPreview] = useState<Preview>({ is_current: false });
  const question = request && JSON.stringify(request);

  useEffect(() => {
    if (!question) return;
    let wanted = true;
    setPreview(({ picture }) => ({ ...(picture && { picture }), is_current: false }));
    fetchPreview(JSON.parse(question) as PreviewRequest).then(
      (picture) => wanted && setPreview({ picture, is_current: true }),
      (error: unknown) => {
        if (!wanted) return;
        const failure =
          error instanceof PreviewFailed ? error.message : 'This picture could not be made. Try again.';
        setPreview(({ picture }) => ({ ...(picture && { picture }), is_current: false, failure }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [question]);

  return preview;
}
