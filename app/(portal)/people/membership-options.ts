import type { AudienceOption, ProductOption } from '#components/people/membership-fields.tsx';
import { type Caller, publicAudience } from '#lib/auth/actor.ts';
import { getActivePolicies } from '#lib/policy/get-active-policies.ts';
import type { Services } from '#lib/services.ts';
import { listProducts } from '#lib/upload/products.ts';

/** As many as one membership may list. */
const mostProducts = 1000;

/** What memberships can be about: every audience but the one that is everybody's, and the products by name. */
export async function membershipOptions(
  services: Services,
  caller: Caller,
): Promise<{ audiences: AudienceOption[]; products: ProductOption[] }> {
  const [policies, products] = await Promise.all([
    getActivePolicies(services, caller),
    listProducts(services, caller, { limit: mostProducts }),
  ]);
  return {
    audiences: policies.map(({ audience }) => audience).filter(({ slug }) => slug !== publicAudience),
    products: products.items.map(({ id, name }) => ({ id, name })),
  };
}
