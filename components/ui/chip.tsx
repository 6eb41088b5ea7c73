import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A short fact in a row of facts: a format, a count, a policy version. */
export function Chip({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-3 items-center gap-0.5 rounded-control bg-sunken px-1 text-caption whitespace-nowrap text-ink [font-stretch:90%]',
        className,
      )}
    >
      {children}
    </span>
  );
}
