import { z } from 'zod';
import { createUserSchema, setMembershipsSchema, userSchema } from '#lib/auth/people-schemas.ts';

/**
 * What the forms of the People pages send, as the commands want it. An audience is `scope.{slug}` (none, all or
 * listed) and the ticked ids as `products.{slug}`; `password_from` says whether `password` counts.
 */
type Fields = Record<string, unknown>;

const membershipPrefix = 'scope.';

export const createPersonForm = z.preprocess(
  (sent: Fields) => ({ ...sent, password: passwordOf(sent), memberships: membershipsOf(sent) }),
  createUserSchema.partial({ password: true }).superRefine(refuseEmptyLists),
);

export const membershipsForm = z.preprocess(
  (sent: Fields) => ({ ...sent, memberships: membershipsOf(sent) }),
  setMembershipsSchema.superRefine(refuseEmptyLists),
);

/** Without a password, one is to be made. */
export const passwordForm = z.preprocess(
  (sent: Fields) => ({ ...sent, password: passwordOf(sent) }),
  userSchema.extend({ password: createUserSchema.shape.password.optional() }),
);

function passwordOf({ password_from, password }: Fields) {
  return password_from === 'typed' ? password : undefined;
}

function membershipsOf(sent: Fields) {
  return Object.entries(sent)
    .filter(([name, scope]) => name.startsWith(membershipPrefix) && scope !== 'none')
    .map(([name, scope]) => {
      const audience = name.slice(membershipPrefix.length);
      return { audience, products: scope === 'all' ? 'all' : [sent[`products.${audience}`] ?? []].flat() };
    });
}

/** A list of nothing is allowed, and never what an admin means who ticks a list. */
function refuseEmptyLists(
  { memberships }: { memberships: { audience: string; products: 'all' | string[] }[] },
  context: z.RefinementCtx,
): void {
  for (const { audience, products } of memberships)
    if (products.length === 0)
      context.addIssue({
        code: 'custom',
        path: ['products', audience],
        message: 'Tick at least one product, or choose None.',
      });
}
