import { sql } from 'kysely';
import type { Database } from '#db/client.ts';

/**
 * Tables whose rows are how work is done and not what was done: each change of theirs comes with, or leads to, a row
 * elsewhere that is audited, or says nothing of anybody's photos.
 */
const machinery = new Set([
  'jobs',
  'workers',
  'duties',
  'consumer_inbox',
  'outbox_events',
  'request_answers',
  'metric_series',
  'queue_samples',
  // Derived from a master's pixels, and made anew at any time.
  'picture_prints',
  // Logs of their own.
  'webhook_attempts',
  'registration_failures',
  'inspection_findings',
  'reconciliation_acts',
  'kysely_migration',
  'kysely_migration_lock',
]);

/** Columns that say how far something is, or when it was last used. */
const progress: Readonly<Record<string, string[]>> = {
  api_tokens: ['last_used_at'],
  assets: ['upload_expires_at', 'multipart_upload_id'],
  mark_uploads: ['url_expires_at'],
  // `deleting`: on the way to its removal, or back where it turned out to be needed.
  masters: ['state'],
};

/** Tables whose updates are all progress: their beginning and their end are audited. */
const runs = new Set(['inspections', 'reconciliations', 'derivative_remakes']);

export interface Written {
  /** Audited acts, in the order in which they were written. */
  actions: string[];
  /** Changes of facts whose transaction holds no audit row, as `update assets`. */
  unaudited: string[];
}

/**
 * Watches what every table of this database goes through from now on, transaction by transaction, and answers a
 * function that says what an act wrote.
 */
export async function watchWrites(db: Database): Promise<<T>(act: () => Promise<T>) => Promise<Written>> {
  await sql`create table watched_writes (
    id bigint generated always as identity, xact xid8 not null default pg_current_xact_id(),
    what text not null, action text)`.execute(db);
  await sql
    .raw(`create function watch_write() returns trigger language plpgsql as $$
      declare ignored text[] := coalesce(tg_argv[0], '{}')::text[];
      begin
        if tg_op = 'UPDATE' and to_jsonb(new) - ignored = to_jsonb(old) - ignored then return null; end if;
        insert into watched_writes (what, action) values (lower(tg_op) || ' ' || tg_table_name,
          case tg_table_name when 'audit_log' then to_jsonb(new) ->> 'action' end);
        return null;
      end $$`)
    .execute(db);
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'watched_writes'`.execute(
    db,
  );
  for (const { name } of tables) {
    if (machinery.has(name)) continue;
    const operations = runs.has(name) ? 'insert or delete' : 'insert or update or delete';
    await sql
      .raw(`create trigger watch_writes after ${operations} on ${name}
        for each row execute function watch_write('{${(progress[name] ?? []).join(',')}}')`)
      .execute(db);
  }
  return async (act) => {
    await sql`truncate watched_writes`.execute(db);
    await act();
    const { rows } = await sql<{ xact: string; what: string; action: string | null }>`
      select xact::text, what, action from watched_writes order by id`.execute(db);
    const audited = new Set(rows.filter(({ action }) => action !== null).map(({ xact }) => xact));
    return {
      actions: rows.flatMap(({ action }) => action ?? []),
      unaudited: [...new Set(rows.filter(({ xact }) => !audited.has(xact)).map(({ what }) => what))],
    };
  };
}
