import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { validate as isUuid } from 'uuid';
import { pageData } from '#app/page-data.ts';
import { AddAll } from '#components/catalog/add-all.tsx';
import { PhotoGrid } from '#components/catalog/photo-grid.tsx';
import { photoTitle } from '#components/catalog/photo-names.ts';
import { ViewAsBar } from '#components/catalog/view-as-bar.tsx';
import { AudienceChip } from '#components/ui/audience-chip.tsx';
import { ArrowLeftIcon } from '#components/ui/icons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { type CatalogProductDetail, getCatalogProduct } from '#lib/deliver/get-catalog-product.ts';
import type { ReadableAudience } from '#lib/deliver/list-readable-audiences.ts';
import { formatPlural } from '#lib/format.ts';
import { catalogAddress } from '../catalog-address.ts';
import { type AudienceChoice, chooseAudience } from '../choose-audience.ts';
import { trayOwner } from '../tray-owner.ts';
import { Viewer } from './viewer.tsx';

interface Props {
  params: Promise<{ product: string }>;
  searchParams: Promise<{ audience?: string; photo?: string }>;
}

const readProduct = cache(async (productId: string, asked: string | undefined) => {
  const { services, caller } = await pageCaller('catalog.read');
  const choice = await chooseAudience(services, caller, asked);
  if (!isUuid(productId)) notFound();
  const audience = choice.audience.slug;
  const product = await pageData(getCatalogProduct(services, caller, { audience, productId }));
  return { product, choice, owner: trayOwner(caller) };
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { product } = await readProduct((await params).product, (await searchParams).audience);
  return { title: product.name };
}

export default async function Product({ params, searchParams }: Props) {
  const search = await searchParams;
  const { product, choice, owner } = await readProduct((await params).product, search.audience);
  const addressOf = (photo?: string) => productAddress(product.id, search.audience, photo);
  if (search.photo !== undefined) {
    const position = product.photos.findIndex(({ asset_id }) => asset_id === search.photo);
    if (position === -1) notFound();
    return (
      <>
        <ViewAs choice={choice} />
        <Viewer addressOf={addressOf} owner={owner} position={position} product={product} />
      </>
    );
  }
  return (
    <>
      <ViewAs choice={choice} />
      <PageHeader
        lead={
          <span className="figures">
            {[product.sku, formatPlural(product.photos.length, 'photo')].filter(Boolean).join(' · ')}
          </span>
        }
        over={
          <Link
            className="inline-flex items-center gap-0.5 hover:text-ink"
            href={catalogAddress({ audience: search.audience })}
          >
            <ArrowLeftIcon />
            Catalog
          </Link>
        }
        title={product.name}
      />
      {product.suspended && <Suspended />}
      <div className="mb-3 flex flex-wrap items-center gap-1">
        {choice.choices.length > 0 && !choice.viewsAs && <AudienceChip audience={choice.audience} />}
        <TakeAll owner={owner} product={product} />
      </div>
      <PhotoGrid hrefOf={({ asset_id }) => addressOf(asset_id)} photos={product.photos} />
    </>
  );
}

/** Another audience may not have this product, so the choice leads to its catalog. */
function ViewAs({ choice: { audience, choices, viewsAs } }: { choice: AudienceChoice }) {
  const linked = (one: ReadableAudience) => ({ ...one, href: catalogAddress({ audience: one.slug }) });
  return viewsAs && <ViewAsBar choices={choices.map(linked)} current={linked(audience)} />;
}

function productAddress(product: string, audience: string | undefined, photo: string | undefined): string {
  const set = Object.entries({ audience, photo }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(set as [string, string][]).toString();
  return `/catalog/${product}${query ? `?${query}` : ''}`;
}

/** One button a format that every photo has, for people who want them all. */
function TakeAll({ product, owner }: { product: CatalogProductDetail; owner: string }) {
  const { photos, audience } = product;
  const formats = photos[0]?.formats ?? [];
  if (photos.length < 2) return null;
  return (
    <>
      <span className="text-small text-ink-soft">Select all {photos.length} photos:</span>
      {formats.map(({ format, label }) => (
        <AddAll
          items={photos.flatMap((photo, position) =>
            photo.formats.some((each) => each.format === format && each.state !== 'failed')
              ? { asset_id: photo.asset_id, audience, format, label, title: photoTitle(photo, position) }
              : [],
          )}
          key={format}
          label={label}
          owner={owner}
        />
      ))}
    </>
  );
}

function Suspended() {
  return (
    <Notice className="mb-3" tone="warn">
      The policy for these files is suspended and nothing stands in for it, so none can be downloaded at the
      moment. Ask the brand team when it is back.
    </Notice>
  );
}
