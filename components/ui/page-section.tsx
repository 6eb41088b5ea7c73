import { type ReactNode, useId } from 'react';

/** One subject of a page of settings: what it is and what follows from it at the left, the doing at the right. */
export function PageSection({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-6 gap-y-2 border-t border-line py-4 lg:grid-cols-[minmax(0,20rem)_minmax(0,44rem)]"
    >
      <div>
        <h2 className="voice-wide text-title" id={id}>
          {title}
        </h2>
        {lead && <p className="mt-0.5 max-w-[36rem] text-small text-ink-soft">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
