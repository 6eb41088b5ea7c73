'use client';

import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { Notice } from '#components/ui/notice.tsx';
import { formatBytes, formatMediaType, formatPixels } from '#lib/format.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { type PreviewPhoto, requestOf } from './preview-photo.ts';
import { scrollToMark } from './scroll-to-mark.ts';
import { Segments } from './segments.tsx';
import { usePreview } from './use-preview.ts';

/** The file that a contract makes of a photo, pixel for pixel, on a light or a dark ground. */
export function PreviewStage({
  audience,
  photo,
  contract,
}: {
  audience: { slug: string; name: string };
  photo: PreviewPhoto;
  /** Undefined while the form is not right: the last picture stays. */
  contract: OutputContract | undefined;
}) {
  const [ground, setGround] = useState<'light' | 'dark'>('light');
  const [scale, setScale] = useState<'real' | 'double' | 'whole'>('real');
  const zoom = scale === 'double' ? 2 : 1;
  const stage = useRef<HTMLDivElement>(null);
  const { picture, is_current, failure } = usePreview(
    contract && { audience: audience.slug, ...requestOf(photo), contract },
  );
  const isBeingMade = contract !== undefined && !is_current && !failure;
  /** What was asked for last, once it is there. */
  const shown = contract && is_current ? picture : undefined;
  const place = contract?.watermark.kind === 'none' ? undefined : contract?.watermark.anchor;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture, scale or place scrolls afresh
  useEffect(() => {
    if (stage.current) scrollToMark(stage.current, place);
  }, [picture?.width, picture?.height, scale, place]);

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-1">
        <Segments
          hideLabel
          label="Scale"
          onValue={setScale}
          options={[
            ['real', 'Real pixels'],
            ['double', '200 %'],
            ['whole', 'Whole picture'],
          ]}
          value={scale}
        />
        <Segments
          hideLabel
          label="Ground"
          onValue={setGround}
          options={[
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          value={ground}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a figure that scrolls, reachable by keyboard */}
      <div
        aria-busy={isBeingMade}
        aria-label="Preview"
        className="flex h-[min(56dvh,40rem)] overflow-auto bg-stage p-2"
        ref={stage}
        role="group"
        style={{ colorScheme: ground } as CSSProperties}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {picture ? (
          // biome-ignore lint/performance/noImgElement: an object URL of the renderer's own bytes
          <img
            alt={`${contract?.label ?? 'The file'} for ${audience.name}: ${photo.name}`}
            className={classNames(
              'm-auto block transition-opacity',
              scale === 'whole' ? 'max-h-full max-w-full object-contain' : 'max-w-none shrink-0',
              scale === 'double' && '[image-rendering:pixelated]',
              !shown && 'opacity-50',
            )}
            height={picture.height * zoom}
            src={picture.url}
            width={picture.width * zoom}
          />
        ) : (
          <span
            className="breathing m-auto block max-h-full w-full max-w-[30rem] bg-cover"
            style={{
              aspectRatio: photo.width / photo.height,
              ...(photo.placeholder && { backgroundImage: `url(${photo.placeholder})` }),
            }}
          />
        )}
      </div>
      <p className="figures min-h-3 text-small" role="status">
        {isBeingMade && 'Being made…'}
        {!contract && 'Mend the fields that are marked; then the picture follows.'}
        {shown &&
          `${formatMediaType(shown.media_type)} · ${formatPixels(shown.width, shown.height)} · ${formatBytes(shown.bytes)}`}
      </p>
      {failure && contract && (
        <Notice live tone="fail">
          {failure}
        </Notice>
      )}
      {shown?.remarks && <Notice tone="warn">{shown.remarks}</Notice>}
    </div>
  );
}
