'use client';

import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { withoutSignature } from './trace-address.ts';

/** A form that works without any script, and keeps signatures out of the address where it can. */
export function TraceField({ value, error }: { value: string; error: string | undefined }) {
  return (
    <form action="/trace" className="flex flex-col gap-1.5" method="get">
      <Field
        autoComplete="off"
        defaultValue={value}
        error={error}
        hint="A link to a file or a photo of this portal, or the 64 hex digits of a file."
        key={value}
        label="Link or SHA-256"
        maxLength={4000}
        name="q"
        onChange={({ currentTarget }) => {
          const plain = withoutSignature(currentTarget.value);
          if (plain !== currentTarget.value) currentTarget.value = plain;
        }}
        required
        spellCheck={false}
      />
      <div>
        <Button type="submit">Trace</Button>
      </div>
    </form>
  );
}
