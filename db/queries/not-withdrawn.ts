import { type SqlBool, sql } from 'kysely';

/** Of the row of `approvals` in the query: it stands until a withdrawal names it. */
export const notWithdrawn = sql<SqlBool>`not exists (
  select from approval_withdrawals where approval_withdrawals.approval_id = approvals.id)`;
