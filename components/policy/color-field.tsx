'use client';

import { Field } from '#components/ui/field.tsx';
import { useDraftScope } from './draft-field.tsx';

/** A colour as text, with the browser's picker beside it. */
export function ColorField({
  label,
  value,
  onValue,
  path,
  hint,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  path: string;
  hint?: string;
}) {
  const { errorOf } = useDraftScope();
  return (
    <div className="relative">
      <Field
        autoComplete="off"
        className="[&_input]:pl-5"
        error={errorOf(path)}
        hint={hint}
        label={label}
        onChange={(event) => onValue(event.target.value)}
        placeholder="#ffffff"
        spellCheck={false}
        value={value}
      />
      <input
        aria-label={`${label}, picker`}
        className="absolute top-[31px] left-[7px] size-3 cursor-pointer border-0 bg-transparent p-0"
        onChange={(event) => onValue(event.target.value)}
        type="color"
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
      />
    </div>
  );
}
