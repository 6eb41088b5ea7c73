'use client';

import { Chip } from '#components/ui/chip.tsx';
import { Notice } from '#components/ui/notice.tsx';
import {
  backdropRemover,
  type CutoutParameters,
  featherPx,
  tolerance,
} from '#lib/cutout/cutout-parameters.ts';
import type { RemoverFacts } from '#lib/cutout/removers/remover.ts';
import { RangeField } from './range-field.tsx';

/** Which remover, under which licence, and what can be turned about it. */
export function CutoutFields({
  removers,
  parameters,
  onParameters,
}: {
  removers: readonly RemoverFacts[];
  parameters: CutoutParameters;
  onParameters: (parameters: CutoutParameters) => void;
}) {
  const set = (changes: Partial<CutoutParameters>) => onParameters({ ...parameters, ...changes });
  const chosen = removers.find(({ id }) => id === parameters.remover);
  const isBuiltIn = parameters.remover === backdropRemover;
  return (
    <>
      <fieldset>
        <legend className="text-small font-medium">Remover</legend>
        {removers.map(({ id, label, licence }) => (
          <label
            className="flex min-h-4 items-center gap-1 border-b border-line py-0.5 text-small pointer-coarse:min-h-[44px]"
            key={id}
          >
            <input
              checked={id === parameters.remover}
              className="size-2 shrink-0 accent-accent"
              name="remover"
              onChange={() => set({ remover: id })}
              type="radio"
              value={id}
            />
            <span className="min-w-0 flex-1">{label}</span>
            <Chip>{id === backdropRemover ? 'built in' : licence}</Chip>
          </label>
        ))}
      </fieldset>
      {chosen?.licence_note && <Notice tone="warn">{chosen.licence_note}</Notice>}
      {isBuiltIn && (
        <RangeField
          hint="How far from the backdrop’s colour still counts as backdrop, as a distance in Lab: 1 is about what one can just see."
          label="Tolerance"
          max={tolerance.max}
          min={tolerance.min}
          name="tolerance"
          onValue={(value) => set({ tolerance: value })}
          step={1}
          unit=""
          value={parameters.tolerance}
        />
      )}
      <RangeField
        hint="How wide the edge is softened, in pixels of the photo at full size."
        label="Feather"
        max={featherPx.max}
        min={featherPx.min}
        name="feather_px"
        onValue={(value) => set({ feather_px: value })}
        step={0.5}
        unit="px"
        value={parameters.feather_px}
      />
      {isBuiltIn && (
        <label className="flex min-h-4 items-start gap-1 text-small pointer-coarse:min-h-[44px]">
          <input
            checked={parameters.holes === 'open'}
            className="mt-[4px] size-2 shrink-0 accent-accent"
            name="holes"
            onChange={(event) => set({ holes: event.target.checked ? 'open' : 'filled' })}
            type="checkbox"
            value="open"
          />
          <span>
            Open holes
            <span className="voice-label block">Backdrop that shows through the thing goes, too.</span>
          </span>
        </label>
      )}
    </>
  );
}
