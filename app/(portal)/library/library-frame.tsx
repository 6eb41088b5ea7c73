import type { ReactNode } from 'react';
import { NewProduct } from '#components/library/new-product.tsx';
import { ProductRail } from '#components/library/product-rail.tsx';
import { ChevronDownIcon } from '#components/ui/icons.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import type { Services } from '#lib/services.ts';
import { createProductAction } from './actions.ts';
import { productChoices } from './product-choices.ts';

/** The rail of products left, what is looked at right. On a phone the rail folds into one line. */
export async function LibraryFrame({
  services,
  caller,
  current,
  children,
}: {
  services: Services;
  caller: Caller;
  /** The product that is open. */
  current?: string;
  children: ReactNode;
}) {
  const { items, next_cursor } = await productChoices(services, caller);
  const rail = (
    <>
      <ProductRail current={current} hasMore={next_cursor !== null} products={items} />
      {may(caller.actor, 'product.create') && (
        <div className="mt-2">
          <NewProduct createProduct={createProductAction} />
        </div>
      )}
    </>
  );
  return (
    <div className="grid gap-x-5 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <aside
        aria-label="Products of the library"
        className="hidden lg:sticky lg:top-7 lg:block lg:max-h-[calc(100dvh-3.5rem)] lg:self-start lg:overflow-y-auto lg:pt-6 lg:pb-4"
      >
        {rail}
      </aside>
      <div className="min-w-0">
        <details className="border-b border-line py-1 lg:hidden">
          <summary className="flex min-h-5 items-center gap-1 text-small font-medium">
            Products
            <span className="figures font-normal text-ink-soft">
              {items.length}
              {next_cursor && '+'}
            </span>
            <ChevronDownIcon className="ml-auto text-ink-soft" />
          </summary>
          <div className="pt-1 pb-2">{rail}</div>
        </details>
        {children}
      </div>
    </div>
  );
}
