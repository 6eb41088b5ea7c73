'use client';

import { Field } from '#components/ui/field.tsx';
import { AlphaFields } from './alpha-fields.tsx';
import { CompressionFields } from './compression-fields.tsx';
import { ChoiceField, NumberField, useDraftScope } from './draft-field.tsx';
import { Fieldset } from './fieldset.tsx';
import { MarkFields } from './mark-fields.tsx';

/** Every setting of one output contract. */
export function ContractFields({ onMarkAll }: { onMarkAll: (() => void) | undefined }) {
  const { draft, change, errorOf } = useDraftScope();
  return (
    <div className="flex flex-col gap-2.5">
      <div className="grid grid-cols-1 items-start gap-x-2 gap-y-1.5 sm:grid-cols-2">
        <Field
          autoComplete="off"
          error={errorOf('label')}
          hint="What people see, such as “For slides”."
          label="Name"
          maxLength={60}
          onChange={(event) => change({ label: event.target.value })}
          value={draft.label}
        />
        <Field
          autoCapitalize="none"
          autoComplete="off"
          error={errorOf('format')}
          hint="Small letters, digits and hyphens; part of every address."
          label="Format"
          maxLength={40}
          onChange={(event) => change({ format: event.target.value })}
          spellCheck={false}
          value={draft.format}
        />
      </div>
      <MarkFields onMarkAll={onMarkAll} />
      <Fieldset title="Size">
        <NumberField
          label="Greatest width"
          max={10_000}
          min={16}
          onValue={(max_width) => change({ max_width })}
          path="max_width"
          step={1}
          unit="px"
          value={draft.max_width}
        />
        <NumberField
          label="Greatest height"
          max={10_000}
          min={16}
          onValue={(max_height) => change({ max_height })}
          path="max_height"
          step={1}
          unit="px"
          value={draft.max_height}
        />
        <ChoiceField
          label="Fit"
          onValue={(fit) => change({ fit })}
          options={[
            ['inside', 'Whole, inside'],
            ['cover', 'Cut to fill'],
            ['pad', 'Padded to fill'],
          ]}
          path="fit"
          value={draft.fit}
        />
        {draft.fit === 'cover' && (
          <ChoiceField
            label="Cut around"
            onValue={(focal) => change({ focal })}
            options={[
              ['ignored', 'The centre'],
              ['respected', 'The point of interest'],
            ]}
            path="focal"
            value={draft.focal}
          />
        )}
      </Fieldset>
      <CompressionFields />
      <AlphaFields />
      <Fieldset title="Making">
        <ChoiceField
          label="Made"
          onValue={(render) => change({ render })}
          options={[
            ['at_approval', 'At approval'],
            ['on_demand', 'On request'],
          ]}
          path="render"
          value={draft.render}
        />
        <ChoiceField
          label="Colours"
          onValue={(color_profile) => change({ color_profile })}
          options={[
            ['srgb', 'sRGB'],
            ['keep', 'Of the master'],
          ]}
          path="color_profile"
          value={draft.color_profile}
        />
        <ChoiceField
          hint="Copyright: creator, rights and credit. Traceable: also the file’s own name"
          label="Metadata"
          onValue={(metadata) => change({ metadata })}
          options={[
            ['strip', 'None'],
            ['copyright', 'Copyright'],
            ['traceable', 'Traceable'],
          ]}
          path="metadata"
          value={draft.metadata}
        />
      </Fieldset>
    </div>
  );
}
