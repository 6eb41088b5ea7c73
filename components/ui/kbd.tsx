import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-3 items-center justify-center rounded-control border border-line-strong bg-surface px-0.5 font-sans text-caption text-ink">
      {children}
    </kbd>
  );
}

/** Inside a button that a key presses too; whoever has no keyboard, or listens, does without. */
export function KeyHint({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="pointer-coarse:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
