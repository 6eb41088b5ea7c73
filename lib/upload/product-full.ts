import { Problem } from '#lib/errors.ts';
import { formatPlural } from '#lib/format.ts';

export function productFull(limit: number): Problem {
  return new Problem(
    'product_full',
    `The product has ${formatPlural(limit, 'photo')}, which is all it may have. Remove one, then try again.`,
    { details: { limit } },
  );
}
