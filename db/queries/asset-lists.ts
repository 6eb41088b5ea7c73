import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import type { ApprovalState, AssetStatus } from '#lib/lifecycle.ts';
import { type AssetRow, unsafeSelectAssets } from './asset-views.ts';
import { like } from './like.ts';
import { notWithdrawn } from './not-withdrawn.ts';

export interface AssetFilter {
  productId?: string | undefined;
  status?: AssetStatus | undefined;
  approval?: ApprovalState | undefined;
  /** Assets whose standing approval names this audience. */
  audience?: string | undefined;
  words?: readonly string[] | undefined;
  binned?: boolean | undefined;
  /** Leaves out failures that someone has taken off the list. */
  hideDismissed?: boolean | undefined;
  order: 'newest' | 'position';
  after?: { position: number; createdAt: string; id: string } | undefined;
  limit: number;
}

/** One row more than `limit` where there are more. */
export async function unsafeListAssetRows(db: Database | Trx, filter: AssetFilter): Promise<AssetRow[]> {
  const searched = sql`normalize(concat_ws(' ',
    assets.title, assets.filename, assets.alt_text, products.name, products.sku), NFKC)`;
  let query = unsafeSelectAssets(db)
    .where('assets.binned_at', filter.binned ? 'is not' : 'is', null)
    .limit(filter.limit + 1);
  if (filter.productId) query = query.where('assets.product_id', '=', filter.productId);
  if (filter.status) query = query.where('assets.status', '=', filter.status);
  if (filter.approval) query = query.where('assets.status', '=', 'READY').where(hasApproval(filter.approval));
  if (filter.audience) query = query.where(standsFor(filter.audience));
  if (filter.hideDismissed) query = query.where('assets.failure_dismissed_at', 'is', null);
  for (const word of filter.words ?? []) query = query.where(sql<SqlBool>`${searched} ilike ${like(word)}`);
  const { after } = filter;
  if (filter.order === 'position') {
    if (after)
      query = query.where(
        sql<SqlBool>`(assets.position, assets.created_at, assets.id)
          > (${after.position}::float8, ${after.createdAt}::timestamptz, ${after.id}::uuid)`,
      );
    query = query.orderBy('assets.position').orderBy('assets.created_at').orderBy('assets.id');
  } else {
    if (after)
      query = query.where(
        sql<SqlBool>`(assets.created_at, assets.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
      );
    query = query.orderBy('assets.created_at', 'desc').orderBy('assets.id', 'desc');
  }
  return query.execute();
}

const ended = sql<SqlBool>`coalesce(approvals.publish_until <= clock_timestamp(), false)`;
const scheduled = sql<SqlBool>`not ${ended} and coalesce(approvals.publish_from > clock_timestamp(), false)`;
const windowIs = { ended, scheduled, live: sql<SqlBool>`not ${ended} and not (${scheduled})` };

/** The same as the state that is selected, put so that a join finds the assets before their details are read. */
export function hasApproval(state: ApprovalState) {
  return state === 'none' ? sql<SqlBool>`not ${approvalWhere(sql`true`)}` : approvalWhere(windowIs[state]);
}

function standsFor(audience: string) {
  return approvalWhere(sql`exists (
    select from approval_audiences aa where aa.approval_id = approvals.id and aa.audience = ${audience})`);
}

function approvalWhere(condition: RawBuilder<unknown>) {
  return sql<SqlBool>`exists (
    select from approvals where approvals.asset_id = assets.id and ${condition} and ${notWithdrawn})`;
}
