import Link from 'next/link';
import type { CSSProperties } from 'react';
import { Photo } from '#components/ui/photo.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { CatalogProduct } from '#lib/deliver/list-catalog-products.ts';
import { formatPlural } from '#lib/format.ts';

/** A product by its hero in that photo's own shape, and under it what a label in an archive would say. */
export function ProductCard({
  product,
  href,
  eager,
  now,
  timeZone,
}: {
  product: CatalogProduct;
  href: string;
  eager: boolean;
  now: Date;
  timeZone: string;
}) {
  const { hero } = product;
  return (
    <li style={{ '--ratio': hero ? shelfRatio(hero.width / hero.height) : 1.5 } as CSSProperties}>
      <Link className="group block text-ink" href={href} prefetch={false}>
        {hero ? (
          <span className="block overflow-hidden bg-sunken">
            <Photo
              alt={hero.alt_text === product.name ? '' : hero.alt_text}
              className="transition-[filter] duration-200 group-hover:brightness-[1.04]"
              eager={eager}
              height={hero.height}
              src={hero.thumb_url}
              thumbHash={hero.thumb_hash}
              width={hero.width}
            />
          </span>
        ) : (
          <span className="block bg-sunken" style={{ aspectRatio: 1.5 }} />
        )}
        <span className="mt-1 block text-body leading-[1.25rem] font-medium underline-offset-4 [overflow-wrap:anywhere] group-hover:underline">
          {product.name}
        </span>
      </Link>
      <p className="voice-label figures mt-0.5">
        {product.sku && <>{product.sku} · </>}
        {formatPlural(product.photo_count, 'photo')} ·{' '}
        <RelativeTime at={product.newest_at} now={now} timeZone={timeZone} />
      </p>
    </li>
  );
}

/** A panorama or a strip takes its share of a row without leaving its neighbours nothing. */
function shelfRatio(ratio: number): number {
  return Math.min(3, Math.max(0.5, ratio));
}
