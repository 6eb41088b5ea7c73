import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';

/** What was done to one subject, newest first. Names persons: staff's eyes only. */
export async function unsafeListAuditRows(
  db: Database | Trx,
  subject: { kind: string; id: string },
  limit: number,
) {
  return db
    .selectFrom('audit_log')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .select((eb) => [
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'audit_log.actor_kind',
      'audit_log.result',
      'audit_log.code',
      'audit_log.detail',
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'audit_log.actor_id')
          .select(['users.id', 'users.name']),
      ).as('actor'),
    ])
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
}
