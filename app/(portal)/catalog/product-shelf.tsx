import { pageData } from '#app/page-data.ts';
import { ProductCard } from '#components/catalog/product-card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import { listCatalogProducts } from '#lib/deliver/list-catalog-products.ts';
import type { Services } from '#lib/services.ts';
import {
  type CatalogSearch,
  catalogAddress,
  isLastStep,
  moreAddress,
  shownCount,
} from './catalog-address.ts';

/** The products of one audience, and the way to more of them. */
export async function ProductShelf({
  services,
  caller,
  audience,
  search,
}: {
  services: Services;
  caller: Caller;
  audience: string;
  search: CatalogSearch;
}) {
  const shown = shownCount(search.show);
  const { items, next_cursor } = await pageData(
    listCatalogProducts(services, caller, { audience, q: search.q, cursor: search.cursor, limit: shown }),
  );
  if (items.length === 0) return <Nothing search={search} />;
  const now = new Date();
  const query = search.audience === undefined ? '' : `?audience=${audience}`;
  return (
    <>
      <ul className="photo-rows [--row-height:clamp(11rem,20vw,17rem)]">
        {items.map((product, index) => (
          <ProductCard
            eager={index < 6}
            href={`/catalog/${product.id}${query}`}
            key={product.id}
            now={now}
            product={product}
            timeZone={services.env.PORTAL_TIME_ZONE}
          />
        ))}
      </ul>
      <div className="mt-6 flex gap-1">
        {search.cursor && (
          <LinkButton href={catalogAddress({ ...search, cursor: undefined, show: undefined })}>
            From the start
          </LinkButton>
        )}
        {next_cursor && (
          <LinkButton
            href={moreAddress(search, shown, next_cursor)}
            prefetch={false}
            scroll={isLastStep(shown)}
          >
            More products
          </LinkButton>
        )}
      </div>
    </>
  );
}

function Nothing({ search }: { search: CatalogSearch }) {
  if (!search.q) {
    return (
      <EmptyState title="Nothing here yet">
        Photos appear as soon as an editor has approved them for you. Ask the brand team if you expected some
        today.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <LinkButton href={catalogAddress({ ...search, q: undefined, cursor: undefined, show: undefined })}>
          Show everything
        </LinkButton>
      }
      title={`Nothing matches “${search.q}”`}
    >
      Each word is looked for in product names, product numbers, and the titles and descriptions of photos.
      Try fewer of them.
    </EmptyState>
  );
}
