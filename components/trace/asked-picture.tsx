'use client';

import { useEffect, useState } from 'react';
import { formatBytes } from '#lib/format.ts';

/** The picture that was dropped, from the person's own disk, to hold against the answer. */
export function AskedPicture({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <section aria-label="Your file" className="min-w-0">
      <h3 className="voice-wide mb-1 text-title">Your file</h3>
      {url && (
        // biome-ignore lint/performance/noImgElement: a file of the person's own disk
        <img alt="" className="block h-auto max-h-[20rem] w-auto max-w-full bg-sunken" src={url} />
      )}
      <p className="voice-label [overflow-wrap:anywhere]">
        {file.name} · {formatBytes(file.size)}
      </p>
    </section>
  );
}
