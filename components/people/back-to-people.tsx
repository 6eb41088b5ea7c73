import Link from 'next/link';
import { ArrowLeftIcon } from '#components/ui/icons.tsx';

export function BackToPeople() {
  return (
    <Link className="inline-flex items-center gap-0.5 hover:text-ink" href="/people">
      <ArrowLeftIcon />
      People
    </Link>
  );
}
