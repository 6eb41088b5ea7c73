import { z } from 'zod';

const text = z.string().trim();

export const newProduct = z.object({
  name: text.min(1, 'Give the product a name.').max(200, 'The name is over 200 characters.'),
  /** The company's own number for it; an empty one is none. */
  sku: text
    .max(64, 'The SKU is over 64 characters.')
    .transform((sku) => sku || null)
    .nullish(),
});
export type NewProduct = z.output<typeof newProduct>;

export const product = z.object({
  id: z.uuid(),
  name: z.string(),
  sku: z.string().nullable(),
  created_at: z.iso.datetime(),
  hero_asset_id: z.uuid().nullable(),
  /** Photos that count towards the limit: PROCESSING and READY ones outside the bin. */
  photo_count: z.number().int(),
  photo_limit: z.number().int(),
});
export type Product = z.output<typeof product>;

export const productQuery = z.object({
  q: text.max(200).optional(),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ProductQuery = z.output<typeof productQuery>;

export const productPage = z.object({ items: z.array(product), next_cursor: z.string().nullable() });
