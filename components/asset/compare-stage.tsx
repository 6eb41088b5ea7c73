'use client';

import { type ReactNode, useId, useState } from 'react';
import { Segments } from '#components/policy/segments.tsx';
import { classNames } from '#components/ui/class-names.ts';

const grounds = {
  checkerboard: 'checkerboard',
  white: 'bg-[#ffffff]',
  dark: 'bg-[#1b1b1b]',
  colour: 'bg-accent',
} as const;
type Ground = keyof typeof grounds;

interface Picture {
  url: string | undefined;
  alt: string;
}

/** A photo and its cut-out, on grounds that show what was left of the backdrop: under a slider, or beside each other. */
export function CompareStage({
  before,
  after,
  ratio,
  placeholder,
  isBusy,
}: {
  before: Picture;
  after: Picture;
  /** Width over height of both. */
  ratio: number;
  placeholder: string | undefined;
  /** Whether the cut-out is one that was asked for before. */
  isBusy: boolean;
}) {
  const [ground, setGround] = useState<Ground>('checkerboard');
  const [view, setView] = useState<'slider' | 'beside'>('slider');
  const [place, setPlace] = useState(50);
  const sliderId = useId();
  const cutOut = <Layer className={classNames(grounds[ground], isBusy && 'opacity-60')} picture={after} />;
  const photo = <Layer picture={before} style={{ backgroundImage: placeholder && `url(${placeholder})` }} />;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-1">
        <Segments
          hideLabel
          label="Compare"
          onValue={setView}
          options={[
            ['slider', 'Slider'],
            ['beside', 'Side by side'],
          ]}
          value={view}
        />
        <Segments
          hideLabel
          label="Ground"
          onValue={setGround}
          options={[
            ['checkerboard', 'Checks'],
            ['white', 'White'],
            ['dark', 'Dark'],
            ['colour', 'Colour'],
          ]}
          value={ground}
        />
      </div>
      {view === 'slider' ? (
        <>
          <Frame isBusy={isBusy} ratio={ratio}>
            {cutOut}
            <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - place}% 0 0)` }}>
              {photo}
            </div>
            <span
              aria-hidden
              className="absolute inset-y-0 w-[2px] -translate-x-1/2 bg-inverse shadow-sheet"
              style={{ left: `${place}%` }}
            />
            <input
              aria-label="How much of the original shows"
              className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
              id={sliderId}
              max={100}
              min={0}
              onChange={(event) => setPlace(Number(event.target.value))}
              type="range"
              value={place}
            />
          </Frame>
          <p aria-hidden className="voice-label flex justify-between">
            <span>Original</span>
            <span>drag over the picture, or use the arrow keys</span>
            <span>Cut-out</span>
          </p>
        </>
      ) : (
        <div className="grid gap-1 sm:grid-cols-2">
          <figure>
            <Frame ratio={ratio}>{photo}</Frame>
            <figcaption className="voice-label mt-0.5">Original</figcaption>
          </figure>
          <figure>
            <Frame isBusy={isBusy} ratio={ratio}>
              {cutOut}
            </Frame>
            <figcaption className="voice-label mt-0.5">Cut-out</figcaption>
          </figure>
        </div>
      )}
    </div>
  );
}

function Frame({ ratio, isBusy, children }: { ratio: number; isBusy?: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={isBusy}
      className="relative mx-auto w-full overflow-hidden bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
      style={{ aspectRatio: ratio, maxWidth: `calc(${ratio.toFixed(4)} * 70dvh)` }}
    >
      {children}
    </div>
  );
}

function Layer({
  picture,
  className,
  style,
}: {
  picture: Picture;
  className?: string;
  style?: { backgroundImage: string | undefined };
}) {
  return (
    <div className={classNames('absolute inset-0 bg-cover', className)} style={style}>
      {picture.url && (
        // biome-ignore lint/performance/noImgElement: object URLs of pictures that were made for this look
        <img alt={picture.alt} className="block size-full" draggable={false} src={picture.url} />
      )}
    </div>
  );
}
