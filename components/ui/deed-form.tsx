'use client';

import type { ReactNode } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { Notice } from './notice.tsx';
import { type FormAction, useFormAction } from './use-form-action.ts';

/**
 * One deed on one thing: what will follow from it, then the button. Where a deed and its undoing take turns at one
 * place, both are this component, so that the focus stays on the button.
 */
export function DeedForm({
  action,
  values,
  label,
  busyLabel,
  done,
  kind,
  children,
}: {
  action: FormAction<unknown>;
  values: Readonly<Record<string, string>>;
  label: string;
  busyLabel: string;
  /** Said once it was done. */
  done: string;
  kind?: ButtonLook['kind'];
  children: ReactNode;
}) {
  const { form, result, pending } = useFormAction(action);
  return (
    <form {...form} className="flex flex-col items-start gap-1">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <div className="text-small text-ink-soft">{children}</div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Button aria-disabled={pending} kind={kind} type="submit">
          {pending ? busyLabel : label}
        </Button>
        <span className="voice-label" role="status">
          {result?.ok && !pending ? done : ''}
        </span>
      </div>
      {result?.ok === false && (
        <Notice live tone="fail">
          {result.message}
        </Notice>
      )}
    </form>
  );
}
