'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { Place } from './places.ts';

/** The places of the portal, the current one marked. Scrolls sideways where a phone is too narrow for all. */
export function PlacesNav({ places }: { places: readonly Place[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Places" className="-mx-1 overflow-x-auto [scrollbar-width:none]">
      <ul className="flex">
        {places.map(({ href, title }) => (
          <li key={href}>
            <Link
              aria-current={pathname === href || pathname.startsWith(`${href}/`) ? 'page' : undefined}
              className="flex h-5 items-center px-1 text-small text-ink-soft hover:text-ink aria-[current]:shadow-[inset_0_-2px_0_var(--color-accent)] aria-[current]:font-medium aria-[current]:text-ink md:h-7"
              href={href}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
