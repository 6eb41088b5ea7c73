import type { ReactNode } from 'react';

/** A place with nothing in it yet: what belongs here, and the one thing to do about it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex max-w-[36rem] flex-col items-start gap-2 border-t-2 border-ink py-4">
      <h2 className="voice-wide text-heading">{title}</h2>
      <div className="text-lead text-ink-soft">{children}</div>
      {action && <div className="mt-1 flex flex-wrap gap-1">{action}</div>}
    </div>
  );
}
