import type { ReactNode } from 'react';

/** A page's first words: what it is, one line about it, and the page's own actions. */
export function PageHeader({
  title,
  over,
  lead,
  actions,
}: {
  title: ReactNode;
  /** Stands above the title: where one is, as a link back. */
  over?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pt-4 pb-3 md:pt-6 md:pb-4">
      <div className="min-w-0">
        {over && <div className="mb-1 text-small text-ink-soft">{over}</div>}
        <h1 className="voice-wide text-display [overflow-wrap:anywhere]">{title}</h1>
        {lead && <p className="mt-1.5 max-w-[44rem] text-lead text-ink-soft">{lead}</p>}
      </div>
      {actions && <div className="flex w-full flex-wrap items-center gap-1 md:w-auto">{actions}</div>}
    </header>
  );
}
