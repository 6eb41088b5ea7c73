import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { WarningIcon } from './icons.tsx';

const controlClass =
  'w-full rounded-control border bg-surface px-1.5 text-body text-ink placeholder:text-ink-soft ' +
  'disabled:bg-sunken disabled:text-ink-soft min-h-5 pointer-coarse:min-h-[44px]';

interface FieldProps {
  label: string;
  /** What to write, said before it is written. */
  hint?: ReactNode;
  /** What is wrong and what to do; stands beside the field and is announced with it. */
  error?: string | undefined;
  /** Stands after the value, such as `px`. */
  unit?: string;
  /** For fields whose place says what they are, such as a search box: read aloud, not shown. */
  hideLabel?: boolean;
}

/** A labelled input. Everything else an `input` takes is passed on. */
export function Field({
  label,
  hint,
  error,
  unit,
  hideLabel,
  id,
  className,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <FieldFrame
      className={className}
      error={error}
      hideLabel={hideLabel}
      hint={hint}
      id={inputId}
      label={label}
    >
      <span className="relative block">
        <input
          aria-describedby={describedBy(inputId, hint, error)}
          aria-invalid={error ? true : undefined}
          className={classNames(
            controlClass,
            error ? 'border-fail' : 'border-line-strong',
            unit && 'pr-5 figures',
          )}
          id={inputId}
          {...rest}
        />
        {unit && (
          <span className="voice-label pointer-events-none absolute inset-y-0 right-1.5 flex items-center">
            {unit}
          </span>
        )}
      </span>
    </FieldFrame>
  );
}

/** A labelled text of several lines. */
export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  rows = 3,
  ...rest
}: Omit<FieldProps, 'unit'> & ComponentProps<'textarea'>) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <FieldFrame
      className={className}
      error={error}
      hideLabel={hideLabel}
      hint={hint}
      id={inputId}
      label={label}
    >
      <textarea
        aria-describedby={describedBy(inputId, hint, error)}
        aria-invalid={error ? true : undefined}
        className={classNames(controlClass, 'py-1', error ? 'border-fail' : 'border-line-strong')}
        id={inputId}
        rows={rows}
        {...rest}
      />
    </FieldFrame>
  );
}

/** A labelled native select; `children` are its options. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  ...rest
}: Omit<FieldProps, 'unit'> & ComponentProps<'select'>) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <FieldFrame
      className={className}
      error={error}
      hideLabel={hideLabel}
      hint={hint}
      id={inputId}
      label={label}
    >
      <select
        aria-describedby={describedBy(inputId, hint, error)}
        aria-invalid={error ? true : undefined}
        className={classNames(controlClass, error ? 'border-fail' : 'border-line-strong')}
        id={inputId}
        {...rest}
      />
    </FieldFrame>
  );
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: Omit<FieldProps, 'unit'> & { id: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={classNames('flex flex-col gap-0.5', className)}>
      <label className={hideLabel ? 'sr-only' : 'text-small font-medium'} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className="voice-label" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="flex items-start gap-0.5 text-small text-fail" id={`${id}-error`}>
          <WarningIcon className="mt-[2px] shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return classNames(error && `${id}-error`, hint ? `${id}-hint` : undefined) || undefined;
}
