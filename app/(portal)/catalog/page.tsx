import type { Metadata } from 'next';
import { pageData } from '#app/page-data.ts';
import { AudienceSwitch } from '#components/catalog/audience-switch.tsx';
import { CatalogSearch } from '#components/catalog/catalog-search.tsx';
import { ProductCard } from '#components/catalog/product-card.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { listCatalogProducts } from '#lib/deliver/list-catalog-products.ts';
import { catalogAddress, moreAddress, type CatalogSearch as Search, shownCount } from './catalog-address.ts';
import { chooseAudience } from './choose-audience.ts';

export const metadata: Metadata = { title: 'Catalog' };

export default async function Catalog({ searchParams }: { searchParams: Promise<Search> }) {
  const { services, caller } = await pageCaller('catalog.read');
  const search = await searchParams;
  const { audience, choices } = await chooseAudience(services, caller, search.audience);
  const shown = shownCount(search.show);
  const { items, next_cursor } = await pageData(
    listCatalogProducts(services, caller, {
      audience: audience.slug,
      q: search.q,
      cursor: search.cursor,
      limit: shown,
    }),
  );
  const now = new Date();
  const switched = choices.length > 0 ? audience.slug : undefined;
  return (
    <>
      <PageHeader
        actions={<CatalogSearch audience={search.audience} q={search.q} />}
        lead={purposes[audience.purpose]}
        title="Catalog"
      />
      {choices.length > 0 && (
        <div className="mb-3">
          <AudienceSwitch
            choices={choices.map((choice) => ({
              ...choice,
              href: catalogAddress({ audience: choice.slug, q: search.q }),
            }))}
            current={audience.slug}
          />
        </div>
      )}
      {items.length === 0 ? (
        <Nothing q={search.q} search={search} />
      ) : (
        <ul className="photo-rows [--row-height:16rem]">
          {items.map((product, index) => (
            <ProductCard
              eager={index < 6}
              href={`/catalog/${product.id}${switched ? `?audience=${switched}` : ''}`}
              key={product.id}
              now={now}
              product={product}
              timeZone={services.env.PORTAL_TIME_ZONE}
            />
          ))}
        </ul>
      )}
      <div className="mt-6 flex gap-1">
        {search.cursor && (
          <LinkButton href={catalogAddress({ ...search, cursor: undefined, show: undefined })}>
            From the start
          </LinkButton>
        )}
        {next_cursor && (
          <LinkButton href={moreAddress(search, shown, next_cursor)} prefetch={false} scroll={shown >= 120}>
            More products
          </LinkButton>
        )}
      </div>
    </>
  );
}

/** `audiences.purpose` as a sentence to those who may have its files. */
const purposes: Readonly<Record<string, string>> = {
  'internal review': 'For looking at inside the company.',
  'classroom download': 'For your classroom: slides, worksheets, the board.',
  'partner campaign': 'For campaigns that we run together.',
  'public listing': 'Photos that anyone may use to list our products.',
};

function Nothing({ q, search }: { q: string | undefined; search: Search }) {
  if (!q) {
    return (
      <EmptyState title="Nothing here yet">
        Photos appear as soon as an editor has approved them for you. Ask the brand team if you expected some
        today.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={<LinkButton href={catalogAddress({ ...search, q: undefined })}>Show everything</LinkButton>}
      title={`Nothing matches “${q}”`}
    >
      Each word is looked for in product names, product numbers, and the titles and descriptions of photos.
      Try fewer of them.
    </EmptyState>
  );
}
