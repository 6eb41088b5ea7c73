'use client';

import { useId } from 'react';

/** A few choices side by side, one of them taken: radio buttons that look like one control. */
export function Segments<T extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onValue,
}: {
  label: string;
  hideLabel?: boolean;
  value: T;
  options: readonly (readonly [value: T, words: string])[];
  onValue: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-0.5 text-small font-medium'}>{label}</legend>
      <div className="inline-flex rounded-control border border-line-strong bg-surface">
        {options.map(([option, words]) => (
          <label
            className="relative flex min-h-4 items-center px-1.5 text-caption font-medium not-first:border-l not-first:border-line hover:bg-hover has-checked:bg-inverse has-checked:text-on-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-[44px]"
            key={option}
          >
            <input
              checked={option === value}
              className="sr-only"
              name={name}
              onChange={() => onValue(option)}
              type="radio"
              value={option}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
