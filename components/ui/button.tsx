import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface ButtonLook {
  /** One `primary` a view at most; `quiet` where several stand in a row. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'regular' | 'small';
}

const kinds = {
  primary: 'bg-accent text-on-accent border-transparent hover:brightness-110 active:brightness-95',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-hover',
  quiet: 'border-transparent text-ink hover:bg-hover',
  danger: 'bg-surface text-fail border-line-strong hover:border-fail hover:bg-fail-tint',
};
const sizes = {
  regular: 'min-h-5 px-2 text-small gap-1',
  small: 'min-h-4 px-1.5 text-caption gap-0.5',
};

/** The classes of a button, for what must look like one (a `summary`, a file label). */
export function buttonClass(
  { kind = 'secondary', size = 'regular' }: ButtonLook,
  className?: string,
): string {
  return classNames(
    'inline-flex items-center justify-center rounded-control border font-medium whitespace-nowrap no-underline',
    'transition-[background-color,border-color,filter] duration-150 pointer-coarse:min-h-[44px]',
    'disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:cursor-not-allowed',
    kinds[kind],
    sizes[size],
    className,
  );
}

export function Button({
  kind,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook) {
  return <button className={buttonClass({ kind, size }, className)} type={type} {...rest} />;
}
