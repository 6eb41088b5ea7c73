import { z } from 'zod';
import { approvalStates, assetFailures, assetStatuses } from '#lib/lifecycle.ts';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export const assetQuery = z.object({
  product_id: z.string().max(100).optional(),
  status: z.enum(assetStatuses).optional(),
  approval: z.enum(approvalStates).optional(),
  audience: z.string().max(40).optional(),
  q: z.string().max(200).optional(),
  /** The bin alone; left out, everything outside it. */
  binned: flag.optional(),
  order: z.enum(['newest', 'position']).optional(),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

/** The members that programs may rely on; pages read more. */
const assetShape = z.looseObject({
  asset_id: z.uuid(),
  status: z.enum(assetStatuses),
  failure: z.enum(assetFailures).nullable(),
  failure_detail: z.string().nullable(),
  filename: z.string(),
  title: z.string(),
  alt_text: z.string(),
  notes: z.array(z.string()),
  product: z.object({ id: z.uuid(), name: z.string(), sku: z.string().nullable() }),
  approval: z.looseObject({ version: z.number().int(), audiences: z.array(z.string()) }).nullable(),
});

export const assetPage = z.object({ items: z.array(assetShape), next_cursor: z.string().nullable() });

export const assetDetailShape = assetShape.extend({
  versions: z.array(
    z.looseObject({
      number: z.number().int(),
      kind: z.enum(['original', 'cutout']),
      source_hash: z.string(),
    }),
  ),
});
