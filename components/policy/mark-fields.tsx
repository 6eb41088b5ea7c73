'use client';

import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import type { MarkDraft } from '#lib/policy/contract-draft.ts';
import { ColorField } from './color-field.tsx';
import { ChoiceField, NumberField, useDraftScope } from './draft-field.tsx';
import { Fieldset } from './fieldset.tsx';
import { MarkImagePicker } from './mark-image-picker.tsx';
import { MarkPlace } from './mark-place.tsx';
import { Segments } from './segments.tsx';

const kinds = [
  ['none', 'No mark'],
  ['text', 'Text'],
  ['image', 'Image'],
] as const;

/** The watermark rule: none, which is a decision like the others, or what it shows and where. */
export function MarkFields({
  onMarkAll,
}: {
  /** Gives this mark to every format; absent where there is but one. */
  onMarkAll: (() => void) | undefined;
}) {
  const { draft, change, errorOf } = useDraftScope();
  const { mark } = draft;
  const set = (part: Partial<MarkDraft>) => change({ mark: { ...mark, ...part } });
  return (
    <div className="flex flex-col gap-1.5 border-t border-line pt-1.5">
      <div className="flex flex-wrap items-end justify-between gap-1">
        <Segments label="Mark" onValue={(kind) => set({ kind })} options={kinds} value={mark.kind} />
        {onMarkAll && (
          <Button kind="quiet" onClick={onMarkAll} size="small">
            Use this mark in every format
          </Button>
        )}
      </div>
      {mark.kind === 'none' && (
        <p className="text-small text-ink-soft">Written down as a decision: this file carries no mark.</p>
      )}
      {mark.kind === 'text' && (
        <div className="grid grid-cols-2 items-start gap-x-2 gap-y-1.5 sm:grid-cols-3">
          <Field
            autoComplete="off"
            className="col-span-2 sm:col-span-3"
            error={errorOf('watermark.text')}
            label="Text of the mark"
            maxLength={200}
            onChange={(event) => set({ text: event.target.value })}
            value={mark.text}
          />
          <ColorField
            label="Colour"
            onValue={(color) => set({ color })}
            path="watermark.color"
            value={mark.color}
          />
          <ChoiceField
            label="Outline"
            onValue={(outline) => set({ outline })}
            options={[
              ['dark', 'Dark'],
              ['light', 'Light'],
              ['none', 'None'],
            ]}
            path="watermark.outline"
            value={mark.outline}
          />
        </div>
      )}
      {mark.kind === 'image' && (
        <MarkImagePicker
          error={errorOf('watermark.image_id')}
          onPick={(image_id) => set({ image_id })}
          picked={mark.image_id}
        />
      )}
      {mark.kind !== 'none' && (
        <>
          <MarkPlace mark={mark} set={set} />
          <Fieldset title="How it shows">
            <NumberField
              label="Opacity"
              max={100}
              min={5}
              onValue={(opacity) => set({ opacity })}
              path="watermark.opacity"
              unit="%"
              value={mark.opacity}
            />
            <NumberField
              hint="Of the picture’s short side, 1 to 300"
              label="Width"
              max={300}
              min={1}
              onValue={(size) => set({ size })}
              path="watermark.size"
              unit="%"
              value={mark.size}
            />
            <NumberField
              label="Rotation"
              max={180}
              min={-180}
              onValue={(rotation) => set({ rotation })}
              path="watermark.rotation"
              unit="°"
              value={mark.rotation}
            />
            <ChoiceField
              hint="Soft, behind the mark"
              label="Shadow"
              onValue={(shadow) => set({ shadow })}
              options={[
                ['none', 'None'],
                ['dark', 'Dark'],
                ['light', 'Light'],
              ]}
              path="watermark.shadow"
              value={mark.shadow}
            />
            <NumberField
              label="Least height"
              max={2000}
              min={1}
              onValue={(min_px) => set({ min_px })}
              path="watermark.min_px"
              step={1}
              unit="px"
              value={mark.min_px}
            />
            <ChoiceField
              label="Where that does not fit"
              onValue={(below_min) => set({ below_min })}
              options={[
                ['smaller', 'Draw it smaller'],
                ['hidden', 'Leave it out'],
                ['refuse', 'Make no file'],
              ]}
              path="watermark.below_min"
              value={mark.below_min}
            />
          </Fieldset>
        </>
      )}
    </div>
  );
}
