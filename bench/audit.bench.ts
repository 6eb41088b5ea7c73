import { sql } from 'kysely';
import { connectDatabase, type Database } from '#db/client.ts';
import { type AuditFilter, auditSearch } from '#db/queries/audit-search.ts';
import { auditFilters, combinedFilters } from '#test/audit-filters.ts';
import { fillAuditLog } from '#test/audit-rows.ts';
import { median } from './median.ts';
import { benchPostgres } from './postgres.ts';

/**
 * A log of a million rows: each kind of search, its first page and one from deep within, in milliseconds (goal: 100 at
 * most), and what an insert costs with the log's indexes ÷ without them.
 */
const rows = 1_000_000;
const goalMs = 100;

const postgres = await benchPostgres();
const db = connectDatabase(postgres.url, { max: 1 });
try {
  await fillAuditLog(db, rows);
  const { rows: sizes } = await sql<{ log: string; indexes: string }>`
    select pg_size_pretty(pg_table_size('audit_log')) as log, pg_size_pretty(pg_indexes_size('audit_log')) as indexes`.execute(
    db,
  );
  console.log(`  ${rows} rows: ${sizes[0]?.log}, indexes ${sizes[0]?.indexes}`);
  const slow: string[] = [];
  const searches = { ...(await auditFilters(db, rows)), ...(await combinedFilters(db, rows)) };
  for (const [name, { filter }] of Object.entries(searches)) {
    const { coldMs, warmMs } = await timeOf(filter);
    if (coldMs > goalMs) slow.push(name);
    console.log(`  ${name}: ${coldMs.toFixed(1)} ms the first time, ${warmMs.toFixed(1)} ms after`);
  }
  console.log(`  above ${goalMs} ms: ${slow.length === 0 ? 'none' : slow.join('; ')}`);
  const ratio = await insertRatio(db);
  console.log(`  an insert with all indexes ÷ with the primary key alone: ${ratio.toFixed(2)}`);
} finally {
  await db.destroy();
  await postgres.stop();
}

async function timeOf(filter: AuditFilter): Promise<{ coldMs: number; warmMs: number }> {
  const times: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const since = performance.now();
    await auditSearch(filter).execute(db);
    times.push(performance.now() - since);
  }
  const [coldMs = Number.NaN, ...warm] = times;
  return { coldMs, warmMs: median(warm) };
}

/** Rows one by one, as commands write them, each in a transaction of its own, into the log and into a bare twin in turns. */
async function insertRatio(db: Database): Promise<number> {
  await sql`create table bare_log (like audit_log including defaults including identity)`.execute(db);
  await sql`alter table bare_log add primary key (id)`.execute(db);
  await sql`insert into bare_log overriding system value select * from audit_log`.execute(db);
  await sql`select setval(pg_get_serial_sequence('bare_log', 'id'), ${rows})`.execute(db);
  await sql`vacuum analyze bare_log`.execute(db);
  // Without waiting for the disk, whose time would hide what indexes cost.
  await sql`set synchronous_commit = off`.execute(db);
  const times = { audit_log: [] as number[], bare_log: [] as number[] };
  for (let round = 0; round < 12; round += 1)
    for (const table of round % 2
      ? (['audit_log', 'bare_log'] as const)
      : (['bare_log', 'audit_log'] as const)) {
      const since = performance.now();
      for (let count = 0; count < 250; count += 1)
        await sql`insert into ${sql.table(table)} (actor_id, actor_kind, actor_name, action, subject_kind, subject_id,
            request_id, trace_id, result, code, detail)
          values (gen_random_uuid(), 'person', 'Somebody', 'asset.edited', 'asset', gen_random_uuid()::text,
            gen_random_uuid()::text, md5(random()::text), 'done', null, '{"title": {"from": "", "to": "x"}}')`.execute(
          db,
        );
      if (round > 1) times[table].push(performance.now() - since);
    }
  const ms = (table: keyof typeof times) => median(times[table]) / 250;
  console.log(
    `  an insert: ${ms('audit_log').toFixed(3)} ms, into the bare twin ${ms('bare_log').toFixed(3)} ms`,
  );
  return ms('audit_log') / ms('bare_log');
}
