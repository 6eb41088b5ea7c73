'use client';

import { ColorField } from './color-field.tsx';
import { ChoiceField, useDraftScope } from './draft-field.tsx';
import { Fieldset } from './fieldset.tsx';

const hints = {
  forbidden: 'With the background',
  allowed: 'Where there are any',
  required: 'Opaque pictures get no file',
} as const;

/** What becomes of transparency, and what stands behind the picture. */
export function AlphaFields() {
  const { draft, change } = useDraftScope();
  return (
    <Fieldset title="Transparency">
      <ChoiceField
        hint={hints[draft.alpha]}
        label="Transparent parts"
        onValue={(alpha) => change({ alpha })}
        options={[
          ['forbidden', 'Filled'],
          ['allowed', 'Kept'],
          ['required', 'Required'],
        ]}
        path="alpha"
        value={draft.alpha}
      />
      {(draft.alpha === 'forbidden' || draft.fit === 'pad') && (
        <ColorField
          hint="Empty: white"
          label="Background"
          onValue={(background) => change({ background })}
          path="background"
          value={draft.background}
        />
      )}
    </Fieldset>
  );
}
