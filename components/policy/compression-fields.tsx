'use client';

import type { ContractDraft } from '#lib/policy/contract-draft.ts';
import type { MediaType } from '#lib/policy/output-contract.ts';
import { CheckField, ChoiceField, NumberField, useDraftScope } from './draft-field.tsx';
import { Fieldset } from './fieldset.tsx';

const mostEffort: Readonly<Record<MediaType, number>> = {
  'image/png': 10,
  'image/jpeg': 0,
  'image/webp': 6,
  'image/avif': 9,
};

const palettes = [
  ['auto', 'If need be'],
  ['always', 'Always'],
  ['never', 'Never'],
] as const;

/** The type of the file and how hard it is pressed. */
export function CompressionFields() {
  const { draft, change, errorOf } = useDraftScope();
  const type = draft.media_type;
  return (
    <Fieldset title="File">
      <ChoiceField
        label="Type"
        // JPEG has no transparency, so the one answer that fits is given with it.
        onValue={(media_type) =>
          change({ media_type, ...(media_type === 'image/jpeg' && { alpha: 'forbidden' as const }) })
        }
        options={[
          ['image/jpeg', 'JPEG'],
          ['image/png', 'PNG'],
          ['image/webp', 'WebP'],
          ['image/avif', 'AVIF'],
        ]}
        path="media_type"
        value={type}
      />
      <NumberField
        hint={qualityHint(draft)}
        label="Quality"
        max={100}
        min={1}
        onValue={(quality) => change({ quality })}
        path="compression.quality"
        step={1}
        value={draft.quality}
      />
      {type !== 'image/jpeg' && (
        <NumberField
          hint={`0 quick to ${mostEffort[type]} small; empty: the usual`}
          label="Effort"
          max={mostEffort[type]}
          min={0}
          onValue={(effort) => change({ effort })}
          path="compression.effort"
          step={1}
          value={draft.effort}
        />
      )}
      <NumberField
        hint="At least 1 kB; empty: no limit"
        label="Size limit"
        min={1}
        onValue={(max_kilobytes) => change({ max_kilobytes })}
        path="max_bytes"
        unit="kB"
        value={draft.max_kilobytes}
      />
      <NumberField
        hint="How far the limit may shrink it; empty: not at all"
        label="Least width"
        min={16}
        onValue={(min_width) => change({ min_width })}
        path="min_width"
        step={1}
        unit="px"
        value={draft.min_width}
      />
      {type === 'image/png' && (
        <ChoiceField
          hint="256 colours; if need be: for the limit"
          label="Palette"
          onValue={(choice) => change({ palette: choice === 'auto' ? undefined : choice === 'always' })}
          options={palettes}
          path="compression.palette"
          value={draft.palette === undefined ? 'auto' : draft.palette ? 'always' : 'never'}
        />
      )}
      {(type === 'image/webp' || type === 'image/avif') && (
        <div className="self-center">
          <CheckField
            checked={draft.lossless === true}
            error={errorOf('compression.lossless')}
            hint="Large for photographs"
            label="Without loss"
            onValue={(checked) => change({ lossless: checked || undefined })}
          />
        </div>
      )}
    </Fieldset>
  );
}

/** What quality means depends on what is done to the pixels. */
function qualityHint({ media_type, palette, lossless }: ContractDraft): string {
  if (lossless && media_type !== 'image/png') return 'Says nothing without loss';
  if (media_type === 'image/png' && palette === false) return 'Says nothing without a palette';
  if (media_type === 'image/png') return 'Of the palette, 1 to 100; empty: the usual';
  return '1 to 100; empty: the usual';
}
