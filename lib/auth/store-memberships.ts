import type { Trx } from '#db/client.ts';
import { findUnknownScopes, replaceMemberships } from '#db/queries/memberships.ts';
import { Problem } from '#lib/errors.ts';
import { publicAudience } from './actor.ts';
import type { MembershipInput } from './people-schemas.ts';

/** Replaces a person's memberships, or says which audience or product there is none of. */
export async function storeMemberships(
  trx: Trx,
  userId: string,
  memberships: readonly MembershipInput[],
): Promise<void> {
  if (memberships.some(({ audience }) => audience === publicAudience)) {
    throw new Problem('invalid_request', 'Everyone sees the public audience already. Leave it out.');
  }
  const unknown = await findUnknownScopes(trx, memberships);
  if (unknown.audiences.length > 0) {
    throw new Problem('invalid_request', `There is no audience called ${unknown.audiences.join(', ')}.`);
  }
  if (unknown.products.length > 0) {
    throw new Problem('invalid_request', `There is no product with the id ${unknown.products.join(', ')}.`);
  }
  await replaceMemberships(trx, userId, memberships);
}
