'use client';

import Link from 'next/link';
import { useEffect, useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import type { Product } from '#lib/upload/product-schema.ts';

/** With fewer, the eye is faster. */
const searchedFrom = 12;
const typingMs = 200;

/** Every product with how full it is; the one that is open is marked. Many of them are found by name. */
export function ProductRail({
  products,
  hasMore,
  current,
}: {
  products: readonly Product[];
  /** There are more than were handed down: they are asked for as someone writes. */
  hasMore: boolean;
  current: string | undefined;
}) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<readonly Product[]>();

  useEffect(() => {
    if (!hasMore || !wanted.trim()) return setFound(undefined);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/api/products?${new URLSearchParams({ q: wanted.trim() })}`, { signal: controller.signal })
        .then((response) => response.json())
        .then(({ items }) => setFound(items))
        .catch(() => undefined);
    }, typingMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [hasMore, wanted]);

  const words = wanted.trim().toLocaleLowerCase();
  const shown =
    found ?? products.filter(({ name, sku }) => `${name} ${sku ?? ''}`.toLocaleLowerCase().includes(words));
  return (
    <nav aria-label="Products">
      {(hasMore || products.length >= searchedFrom) && (
        <Field
          autoComplete="off"
          className="mb-1"
          hideLabel
          label="Find a product"
          onChange={(event) => setWanted(event.target.value)}
          placeholder="Find a product"
          value={wanted}
        />
      )}
      <ul className="flex flex-col">
        <li>
          <RailLink current={current === undefined} href="/library">
            All photos
          </RailLink>
        </li>
        {shown.map(({ id, name, photo_count, photo_limit }) => (
          <li key={id}>
            <RailLink current={id === current} href={`/library/${id}`}>
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span
                className="figures text-caption text-ink-soft"
                title={`${photo_count} of ${photo_limit} photos`}
              >
                <span className="sr-only">, photos: </span>
                {photo_count}
                <span aria-hidden="true">/</span>
                <span className="sr-only"> of </span>
                {photo_limit}
              </span>
            </RailLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RailLink({
  href,
  current,
  children,
}: {
  href: string;
  current: boolean;
  children: React.ReactNode;
}) {
  return (
    <Link
      aria-current={current ? 'page' : undefined}
      className="flex min-h-4 items-center gap-1 border-l-2 border-transparent px-1 py-0.5 text-small text-ink hover:bg-hover aria-[current]:border-accent aria-[current]:font-medium"
      href={href}
      prefetch={false}
    >
      {children}
    </Link>
  );
}
