import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { notWithdrawn } from './not-withdrawn.ts';

/** Whose eyes a read is made with, and for which audience. */
export interface Reader {
  /** Nobody is signed in where it is null. */
  personId: string | null;
  audience: string;
  /** The audience that everyone belongs to. */
  isOpen: boolean;
}

/**
 * The one rule: the approved, in-window, unbinned asset versions that this reader may see for this audience. Every
 * read of the catalog, of derivatives and of manifests starts here, so no view can be wider than another. Roles,
 * memberships and the window are read in the same statement, by the database's clock: what was revoked before the
 * statement is not seen by it. Staff need no membership; they still see only what the audience is given.
 */
export function readableVersions(db: Database | Trx, reader: Reader) {
  return db
    .selectFrom('assets')
    .innerJoin('approvals', 'approvals.asset_id', 'assets.id')
    .innerJoin('approval_audiences', 'approval_audiences.approval_id', 'approvals.id')
    .innerJoin('asset_versions', (join) =>
      join
        .onRef('asset_versions.asset_id', '=', 'approvals.asset_id')
        .onRef('asset_versions.number', '=', 'approvals.version'),
    )
    .where('assets.status', '=', 'READY')
    .where('assets.binned_at', 'is', null)
    .where('approval_audiences.audience', '=', reader.audience)
    .where(notWithdrawn)
    .where(sql<boolean>`coalesce(approvals.publish_from, '-infinity') <= clock_timestamp()`)
    .where(sql<boolean>`clock_timestamp() < coalesce(approvals.publish_until, 'infinity')`)
    .where(mayRead(reader));
}

function mayRead({ personId, audience, isOpen }: Reader) {
  if (isOpen) return sql<boolean>`true`;
  if (personId === null) return sql<boolean>`false`;
  // Neither part refers to a row of the outer query but by product id, so each is computed once and not per photo.
  return sql<boolean>`(
    (select exists (
      select from users u
      where u.id = ${personId} and u.disabled_at is null and (
        u.role <> 'member'
        or exists (
          select from memberships m where m.user_id = u.id and m.audience = ${audience} and m.scope = 'all'))))
    or assets.product_id = any (array(
      select mp.product_id
      from users u
      join memberships m on m.user_id = u.id and m.audience = ${audience} and m.scope = 'listed'
      join membership_products mp on mp.user_id = m.user_id and mp.audience = m.audience
      where u.id = ${personId} and u.disabled_at is null)))`;
}
