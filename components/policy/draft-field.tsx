'use client';

import { createContext, useContext } from 'react';
import { Field, Select } from '#components/ui/field.tsx';
import type { ContractDraft } from '#lib/policy/contract-draft.ts';

/** The draft that the fields below belong to. */
export interface DraftScope {
  draft: ContractDraft;
  change: (change: Partial<ContractDraft>) => void;
  /** What is wrong with a field, by its path in the contract. */
  errorOf: (path: string) => string | undefined;
}

export const DraftContext = createContext<DraftScope | undefined>(undefined);

export function useDraftScope(): DraftScope {
  const scope = useContext(DraftContext);
  if (!scope) throw new Error('A field of a contract stands outside a contract.');
  return scope;
}

interface NumberFieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** In the contract, for what is wrong with it. */
  path: string;
  unit?: string;
  hint?: string;
  min?: number;
  max?: number;
  step?: number | 'any';
}

/** A number as it is typed, with its unit; what is wrong stands below it. */
export function NumberField({
  onValue,
  path,
  value,
  step = 'any',
  hint,
  min,
  max,
  ...rest
}: NumberFieldProps) {
  const { errorOf } = useDraftScope();
  const range =
    min !== undefined && max !== undefined
      ? `${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
      : '';
  return (
    <Field
      {...rest}
      error={errorOf(path)}
      hint={hint ?? range}
      inputMode="decimal"
      max={max}
      min={min}
      onChange={(event) => onValue(event.target.value)}
      step={step}
      type="number"
      value={value}
    />
  );
}

/** One of a few, by the contract's own names and people's words for them. */
export function ChoiceField<T extends string>({
  label,
  value,
  options,
  onValue,
  path,
  hint,
}: {
  label: string;
  value: T;
  options: readonly (readonly [value: T, words: string])[];
  onValue: (value: T) => void;
  path: string;
  hint?: string;
}) {
  const { errorOf } = useDraftScope();
  return (
    <Select
      error={errorOf(path)}
      hint={hint}
      label={label}
      onChange={(event) => onValue(event.target.value as T)}
      value={value}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </Select>
  );
}

/** A setting that may be left out, so that the renderer decides. */
export function CheckField({
  label,
  checked,
  onValue,
  hint,
  error,
}: {
  label: string;
  checked: boolean;
  onValue: (value: boolean) => void;
  hint?: string;
  error?: string | undefined;
}) {
  return (
    <label className="flex items-start gap-1 text-small">
      <input
        checked={checked}
        className="mt-[3px] accent-ink"
        onChange={(event) => onValue(event.target.checked)}
        type="checkbox"
      />
      <span>
        {label}
        {hint && <span className="voice-label block">{hint}</span>}
        {error && <span className="block text-fail">{error}</span>}
      </span>
    </label>
  );
}
