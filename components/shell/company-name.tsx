import Link from 'next/link';

/** The company by its colour and its name; it leads to where the person starts. */
export function CompanyName({ name }: { name: string }) {
  return (
    <Link className="flex min-w-0 items-center gap-1 text-ink" href="/">
      <span
        aria-hidden="true"
        className="size-2 shrink-0 bg-accent [clip-path:path('M0_0H16V9C16_12.5_12.5_15_8_16C3.5_15_0_12.5_0_9Z')]"
      />
      <span className="voice-wide truncate text-body">{name}</span>
    </Link>
  );
}
