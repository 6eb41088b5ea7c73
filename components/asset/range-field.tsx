'use client';

import { useId } from 'react';

/** A number that one turns rather than types: a slider with its value, and the arrow keys for single steps. */
export function RangeField({
  label,
  name,
  value,
  unit,
  hint,
  min,
  max,
  step,
  onValue,
}: {
  label: string;
  name: string;
  value: number;
  unit: string;
  hint: string;
  min: number;
  max: number;
  step: number;
  onValue: (value: number) => void;
}) {
  const id = useId();
  const words = `${value}${unit && ` ${unit}`}`;
  return (
    <div>
      <label className="flex items-baseline justify-between gap-1 text-small font-medium" htmlFor={id}>
        {label}
        <output className="figures font-normal" htmlFor={id}>
          {words}
        </output>
      </label>
      <input
        aria-describedby={`${id}-hint`}
        aria-valuetext={words}
        className="mt-0.5 block min-h-3 w-full accent-accent pointer-coarse:min-h-[44px]"
        id={id}
        max={max}
        min={min}
        name={name}
        onChange={(event) => onValue(Number(event.target.value))}
        step={step}
        type="range"
        value={value}
      />
      <p className="voice-label flex justify-between" aria-hidden>
        <span>{min}</span>
        <span>
          {max}
          {unit && ` ${unit}`}
        </span>
      </p>
      <p className="voice-label" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
