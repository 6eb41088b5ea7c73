import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';
import { like } from './like.ts';

/** Persons by part of their name or email of today, or of a name they had; by the whole email it is one alone. */
export async function unsafeFindActorIds(db: Database | Trx, text: string, limit: number): Promise<string[]> {
  const { rows: exact } = await sql<{ id: string }>`
    select id from users where email = ${text.toLowerCase()}`.execute(db);
  if (exact.length > 0) return exact.map(({ id }) => id);
  const pattern = like(text);
  const { rows } = await sql<{ id: string }>`
    select id from users
    where normalize(name, NFKC) ilike normalize(${pattern}, NFKC) or email ilike ${pattern}
      or id::text in (
        select subject_id from audit_log
        where action = 'person.changed' and normalize(detail #>> '{before,name}', NFKC) ilike normalize(${pattern}, NFKC))
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The names of all files that were made of a photo, or could not be. */
export async function unsafeListFileNames(db: Database | Trx, assetId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with sources as (select source_hash from asset_versions where asset_id = ${assetId})
    select concat_ws('/', source_hash, audience, policy_version, format) as name
    from derivatives where source_hash in (select source_hash from sources)
    union
    select concat_ws('/', source_hash, audience, policy_version, format)
    from derivative_failures where source_hash in (select source_hash from sources)`.execute(db);
  return rows.map(({ name }) => name);
}

/** What subjects are called today, by `kind id`; those that are called nothing are missing. */
export async function unsafeNameSubjects(
  db: Database | Trx,
  subjects: readonly { kind: string; id: string }[],
): Promise<Map<string, string>> {
  const idsOf = (kind: string) => subjects.filter((each) => each.kind === kind).map(({ id }) => id);
  const { rows } = await sql<{ key: string; name: string }>`
    select 'asset ' || id as key, coalesce(nullif(title, ''), filename) as name
      from assets where id = any(${uuids(idsOf('asset'))}::uuid[])
    union all select 'product ' || id, name from products where id = any(${uuids(idsOf('product'))}::uuid[])
    union all select 'user ' || id, name from users where id = any(${uuids(idsOf('user'))}::uuid[])
    union all select 'api_token ' || id, name from api_tokens where id = any(${uuids(idsOf('api_token'))}::uuid[])
    union all select 'webhook ' || id, url from webhooks where id = any(${uuids(idsOf('webhook'))}::uuid[])
    union all select 'mark_image ' || sha256, name from mark_images where sha256 = any(${idsOf('mark_image')})
    union all select 'audience ' || slug, name from audiences where slug = any(${idsOf('audience')})`.execute(
    db,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Rows may name what never was, such as the person `unknown`. */
function uuids(ids: readonly string[]): string[] {
  return ids.filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id));
}
