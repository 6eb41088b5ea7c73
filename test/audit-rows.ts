import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { auditActions } from '#lib/observe/audit-actions.ts';

/** Persons who left rows, the first the most. */
const persons = 500;

/**
 * A log of `rows` rows, one each twenty seconds up to now, made by the database alone. Who, what and to what are spread
 * as in a portal: some persons, acts and files have most of it. The first person never did the second act, which no
 * statistics know.
 */
export async function fillAuditLog(db: Database, rows: number): Promise<void> {
  const actions = Object.keys(auditActions).sort((a, b) => weightOf(b) - weightOf(a) || a.localeCompare(b));
  await sql`
    insert into users (id, email, name, role, password_hash)
    select md5('person ' || n)::uuid, 'person-' || n || '@example.com', 'Person ' || n, 'member', 'none'
    from generate_series(1, ${persons}) n`.execute(db);
  await sql`
    insert into audit_log (at, actor_id, actor_kind, actor_name, action, subject_kind, subject_id, request_id, trace_id,
      result, code, detail)
    select clock_timestamp() - (${rows}::int - n) * interval '20 seconds',
      case when not part then md5('person ' || person)::uuid end,
      case when part then (array['derive', 'ingest', 'repair', 'jobs'])[1 + n % 4] else 'person' end,
      case when part then 'derive' else 'Person ' || person end,
      (${actions}::text[])[1 + case when person = 1 and act = 1 then 0 else act end],
      case when n % 2 = 0 then 'derivative' else 'asset' end,
      case when n % 2 = 0 then encode(sha256(subject::text::bytea), 'hex') || '/partner/1/campaign'
        else md5('asset ' || subject)::uuid::text end,
      md5('request ' || n / 2)::uuid::text, md5('trace ' || n / 4),
      case when n % 50 = 0 then 'failed' when n % 50 = 1 then 'refused' else 'done' end,
      case when n % 50 = 0 then 'internal' end,
      jsonb_build_object('job_id', md5('job ' || n)::uuid, 'fence', n, 'bytes', n)
    from (
      select n, n % 5 = 0 as part, 1 + floor(power(a, 3) * ${persons})::int as person,
        floor(power(b, 2) * ${rows}::int / 10)::int as subject, floor(power(c, 4) * ${actions.length})::int as act
      from (
        select n, (hashint8extended(n, 1) & 1048575) / 1048576.0::float8 as a, (hashint8extended(n, 2) & 1048575) / 1048576.0::float8 as b, (hashint8extended(n, 3) & 1048575) / 1048576.0::float8 as c
        from generate_series(1, ${rows}::int) n
      ) drawn
    ) spread`.execute(db);
  await sql`vacuum analyze audit_log`.execute(db);
}

function weightOf(action: string): number {
  return ['derivative.viewed', 'derivative.published', 'derivative.downloaded'].indexOf(action);
}
