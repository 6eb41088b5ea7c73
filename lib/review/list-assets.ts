import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { unsafeListAssetRows } from '#db/queries/asset-lists.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { cursorStamp, decodeCursor, pageOf } from '#lib/cursor.ts';
import { notFound } from '#lib/errors.ts';
import type { ApprovalState, AssetStatus } from '#lib/lifecycle.ts';
import { searchWords } from '#lib/search-words.ts';
import type { Services } from '#lib/services.ts';
import { type AssetSummary, assetSummary } from './asset-summary.ts';

export interface AssetListInput {
  productId?: string | undefined;
  status?: AssetStatus | undefined;
  /** `none` is what waits for review. */
  approval?: ApprovalState | undefined;
  audience?: string | undefined;
  /** Words to be found in title, file name, alt text, product name or SKU. */
  q?: string | undefined;
  /** Only the bin; left out, all but the bin. */
  binned?: boolean | undefined;
  /** Leaves out failures that someone has taken off the list. */
  hideDismissed?: boolean | undefined;
  /** A product's photos stand in the editors' order, all others newest first. */
  order?: 'newest' | 'position' | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

const cursorValues = z.tuple([z.number(), cursorStamp, z.uuid()]);

/** The library, for staff. */
export async function listAssets(
  { db }: Services,
  caller: Caller,
  input: AssetListInput,
): Promise<{ items: AssetSummary[]; next_cursor: string | null }> {
  requirePermission(caller.actor, 'library.read');
  if (input.productId !== undefined && !isUuid(input.productId)) throw notFound('product');
  const limit = input.limit ?? 48;
  const cursor = decodeCursor(input.cursor, cursorValues);
  const rows = await unsafeListAssetRows(db, {
    productId: input.productId,
    status: input.status,
    approval: input.approval,
    audience: input.audience,
    words: searchWords(input.q),
    binned: input.binned,
    hideDismissed: input.hideDismissed,
    order: input.order ?? (input.productId ? 'position' : 'newest'),
    after: cursor && { position: cursor[0], createdAt: cursor[1], id: cursor[2] },
    limit,
  });
  return pageOf(rows, limit, assetSummary, (row) => [row.position, row.created_text, row.id]);
}
