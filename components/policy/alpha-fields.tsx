'use client';

import { ColorField } from './color-field.tsx';
import { ChoiceField, useDraftScope } from './draft-field.tsx';
import { Fieldset } from './fieldset.tsx';

/** What becomes of transparency, and what stands behind the picture. */
export function AlphaFields() {
  const { draft, change } = useDraftScope();
  return (
    <Fieldset title="Transparency">
      <ChoiceField
        label="Transparent parts"
        onValue={(alpha) => change({ alpha })}
        options={[
          ['forbidden', 'Filled with the background'],
          ['allowed', 'Kept where there are any'],
          ['required', 'Required, or no file is made'],
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
