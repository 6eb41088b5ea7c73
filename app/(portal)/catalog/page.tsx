import type { Metadata } from 'next';
import { Suspense } from 'react';
import { AudienceSwitch } from '#components/catalog/audience-switch.tsx';
import { CatalogSearch } from '#components/catalog/catalog-search.tsx';
import { ProductShelfSkeleton } from '#components/catalog/product-shelf-skeleton.tsx';
import { ViewAsBar } from '#components/catalog/view-as-bar.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import type { ReadableAudience } from '#lib/deliver/list-readable-audiences.ts';
import { catalogAddress, type CatalogSearch as Search } from './catalog-address.ts';
import { chooseAudience } from './choose-audience.ts';
import { ProductShelf } from './product-shelf.tsx';

export const metadata: Metadata = { title: 'Catalog' };

/** `audiences.purpose` as a sentence to those who may have its files. */
const purposes: Readonly<Record<string, string>> = {
  'internal review': 'For looking at inside the company.',
  'classroom download': 'For your classroom: slides, worksheets, the board.',
  'partner campaign': 'For campaigns that we run together.',
  'public listing': 'Photos that anyone may use to list our products.',
};

export default async function Catalog({ searchParams }: { searchParams: Promise<Search> }) {
  const { services, caller } = await pageCaller('catalog.read');
  const search = await searchParams;
  const { audience, choices, viewsAs } = await chooseAudience(services, caller, search.audience);
  const linked = (choice: ReadableAudience) => ({
    ...choice,
    href: catalogAddress({ audience: choice.slug, q: search.q }),
  });
  return (
    <>
      {viewsAs && <ViewAsBar choices={choices.map(linked)} current={linked(audience)} />}
      <PageHeader
        actions={<CatalogSearch audience={search.audience} q={search.q} />}
        lead={purposes[audience.purpose]}
        title="Catalog"
      />
      {choices.length > 0 && !viewsAs && (
        <div className="mb-3">
          <AudienceSwitch choices={choices.map(linked)} current={audience.slug} />
        </div>
      )}
      <Suspense fallback={<ProductShelfSkeleton />} key={catalogAddress({ ...search, show: undefined })}>
        <ProductShelf audience={audience.slug} caller={caller} search={search} services={services} />
      </Suspense>
    </>
  );
}
