import type { Database, Trx } from '#db/client.ts';
import { notWithdrawn } from './not-withdrawn.ts';

export interface ApprovalRow {
  id: string;
  version: number;
  note: string;
  publish_from: Date | null;
  publish_until: Date | null;
  created_at: Date;
}

/** The approval of an asset that nobody has withdrawn. */
export async function findStandingApproval(
  db: Database | Trx,
  assetId: string,
): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('approvals')
    .where('asset_id', '=', assetId)
    .where(notWithdrawn)
    .select(['id', 'version', 'note', 'publish_from', 'publish_until', 'created_at'])
    .executeTakeFirst();
}

export async function insertApproval(
  trx: Trx,
  row: {
    id: string;
    assetId: string;
    version: number;
    by: string;
    note: string;
    from: Date | null;
    until: Date | null;
    audiences: readonly string[];
  },
): Promise<{ created_at: Date }> {
  const inserted = await trx
    .insertInto('approvals')
    .values({
      id: row.id,
      asset_id: row.assetId,
      version: row.version,
      approved_by: row.by,
      note: row.note,
      publish_from: row.from,
      publish_until: row.until,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('approval_audiences')
    .values(row.audiences.map((audience) => ({ approval_id: row.id, audience })))
    .execute();
  return inserted;
}

export async function insertWithdrawal(
  trx: Trx,
  row: { approvalId: string; by: string | null; reason: string },
): Promise<void> {
  await trx
    .insertInto('approval_withdrawals')
    .values({ approval_id: row.approvalId, withdrawn_by: row.by, reason: row.reason })
    .execute();
}
