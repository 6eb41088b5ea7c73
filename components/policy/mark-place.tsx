'use client';

import { useId } from 'react';
import type { MarkDraft } from '#lib/policy/contract-draft.ts';
import { anchors } from '#lib/policy/output-contract.ts';
import { NumberField, useDraftScope } from './draft-field.tsx';
import { Segments } from './segments.tsx';

/** Where the mark stands: at one of nine anchors, or repeated over the whole picture. */
export function MarkPlace({ mark, set }: { mark: MarkDraft; set: (part: Partial<MarkDraft>) => void }) {
  const { errorOf } = useDraftScope();
  const error = errorOf('watermark.anchor');
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
      <Segments
        label="Place"
        onValue={(place) => set({ is_tiled: place === 'tiled' })}
        options={[
          ['one', 'One place'],
          ['tiled', 'Repeated'],
        ]}
        value={mark.is_tiled ? 'tiled' : 'one'}
      />
      {mark.is_tiled ? (
        <div className="w-[10rem]">
          <NumberField
            hint="Marks apart, 0 to 5"
            label="Spacing"
            max={5}
            min={0}
            onValue={(spacing) => set({ spacing })}
            path="watermark.tile.spacing"
            value={mark.spacing}
          />
        </div>
      ) : (
        <>
          <AnchorGrid anchor={mark.anchor} onAnchor={(anchor) => set({ anchor })} />
          <div className="w-[10rem]">
            <NumberField
              hint="Of the short side, 0 to 40"
              label="Margin"
              max={40}
              min={0}
              onValue={(margin) => set({ margin })}
              path="watermark.margin"
              unit="%"
              value={mark.margin}
            />
          </div>
        </>
      )}
      {error && <p className="text-small text-fail">{error}</p>}
    </div>
  );
}

/** A picture in small, whose nine places can be taken. */
function AnchorGrid({
  anchor,
  onAnchor,
}: {
  anchor: MarkDraft['anchor'];
  onAnchor: (anchor: MarkDraft['anchor']) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-0.5 text-small font-medium">Anchor</legend>
      <div className="grid grid-cols-3 rounded-control border border-line-strong bg-surface p-[2px]">
        {anchors.map((each) => (
          <label
            className="relative flex h-3 w-4 items-center justify-center rounded-control hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-[44px]"
            key={each}
          >
            <input
              aria-label={each.replace('-', ' ')}
              checked={each === anchor}
              className="peer sr-only"
              name={name}
              onChange={() => onAnchor(each)}
              type="radio"
              value={each}
            />
            <span className="size-1 rounded-full bg-line peer-checked:h-1.5 peer-checked:w-3 peer-checked:rounded-control peer-checked:bg-ink" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
