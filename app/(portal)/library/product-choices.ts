import { cache } from 'react';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { listProducts } from '#lib/upload/products.ts';

/** What the rail and the upload's question offer at once; further products are found by name. */
const offered = 200;

/** One look-up a rendering, for the layout and the page in it. */
export const productChoices = cache(async (services: Services, caller: Caller) =>
  listProducts(services, caller, { limit: offered }),
);
