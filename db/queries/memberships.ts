import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Trx } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';

/** `products` is `all`, or the ids of the listed ones; an empty list sees nothing. */
export interface MembershipRow {
  audience: string;
  products: 'all' | string[];
}

/** The memberships of the user that the outer query selects. */
export function membershipsOf(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .selectFrom('memberships')
    .whereRef('memberships.user_id', '=', 'users.id')
    .select(['memberships.audience', 'memberships.scope'])
    .select((inner) =>
      jsonArrayFrom(
        inner
          .selectFrom('membership_products')
          .select('membership_products.product_id')
          .whereRef('membership_products.user_id', '=', 'memberships.user_id')
          .whereRef('membership_products.audience', '=', 'memberships.audience')
          .orderBy('membership_products.product_id'),
      ).as('listed'),
    )
    .orderBy('memberships.audience');
}

export function productsOf(row: {
  audience: string;
  scope: 'all' | 'listed';
  listed: { product_id: string }[];
}): MembershipRow {
  return {
    audience: row.audience,
    products: row.scope === 'all' ? 'all' : row.listed.map(({ product_id }) => product_id),
  };
}

/** Replaces all memberships of one person. */
export async function replaceMemberships(
  trx: Trx,
  userId: string,
  memberships: readonly { audience: string; products: 'all' | readonly string[] }[],
): Promise<void> {
  await trx.deleteFrom('memberships').where('user_id', '=', userId).execute();
  if (memberships.length === 0) return;
  await trx
    .insertInto('memberships')
    .values(
      memberships.map(({ audience, products }) => ({
        user_id: userId,
        audience,
        scope: products === 'all' ? ('all' as const) : ('listed' as const),
      })),
    )
    .execute();
  const listed = memberships.flatMap(({ audience, products }) =>
    products === 'all' ? [] : products.map((product_id) => ({ user_id: userId, audience, product_id })),
  );
  if (listed.length > 0) await trx.insertInto('membership_products').values(listed).execute();
}

/** Which of these names and ids do not exist: what a foreign key would refuse without saying which. */
export async function findUnknownScopes(
  trx: Trx,
  memberships: readonly { audience: string; products: 'all' | readonly string[] }[],
): Promise<{ audiences: string[]; products: string[] }> {
  const audiences = memberships.map(({ audience }) => audience);
  const products = memberships.flatMap(({ products }) => (products === 'all' ? [] : products));
  const known = {
    audiences: audiences.length
      ? await trx.selectFrom('audiences').select('slug').where('slug', 'in', audiences).execute()
      : [],
    products: products.length
      ? await trx.selectFrom('products').select('id').where('id', 'in', products).execute()
      : [],
  };
  const slugs = new Set(known.audiences.map(({ slug }) => slug));
  const ids = new Set(known.products.map(({ id }) => id));
  return {
    audiences: audiences.filter((slug) => !slugs.has(slug)),
    products: products.filter((id) => !ids.has(id)),
  };
}
