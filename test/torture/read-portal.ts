import { sql } from 'kysely';
import { hashObject } from '#lib/repair/hash-object.ts';
import type { Services } from '#lib/services.ts';

/** What stands in database and store, as far as the audit looks at it. */
export interface PortalState {
  products: string[];
  assets: { id: string; filename: string; status: string }[];
  originals: { asset_id: string; source_hash: string; master_sha256: string }[];
  masters: string[];
  /** Those that stand: not withdrawn, not replaced. */
  approvals: { asset_id: string; source_hash: string; audiences: string[] }[];
  /** What each audience is promised at approval, by its active version. */
  promised: { audience: string; version: number; format: string }[];
  derivatives: {
    name: string;
    object_key: string;
    manifest_key: string;
    sha256: string;
    retired: boolean;
  }[];
  /** How often something was announced or recorded, by its kind and what it is about. */
  events: Map<string, number>;
  acts: Map<string, number>;
  /** Sentences about what has not come to an end. */
  unsettled: string[];
  /** SHA-256 of every object, by key. */
  objects: Map<string, string>;
}

export async function readPortal({ db, store }: Services): Promise<PortalState> {
  const count = async (query: ReturnType<typeof sql<{ about: string; times: number }>>) =>
    new Map((await query.execute(db)).rows.map(({ about, times }) => [about, times]));
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows;
  return {
    products: (await db.selectFrom('products').select('name').execute()).map(({ name }) => name),
    assets: await db.selectFrom('assets').select(['id', 'filename', 'status']).execute(),
    originals: await db
      .selectFrom('asset_versions')
      .select(['asset_id', 'source_hash', 'master_sha256'])
      .where('kind', '=', 'original')
      .execute(),
    masters: (await db.selectFrom('masters').select('sha256').execute()).map(({ sha256 }) => sha256),
    approvals: await rows(sql<PortalState['approvals'][number]>`
      select a.asset_id, v.source_hash,
        array(select audience from approval_audiences where approval_id = a.id order by 1) as audiences
      from approvals a join asset_versions v on v.asset_id = a.asset_id and v.number = a.version
      where not exists (select from approval_withdrawals w where w.approval_id = a.id)`),
    promised: await rows(sql<PortalState['promised'][number]>`
      select s.audience, s.version, c ->> 'format' as format
      from policy_version_states s
      join policy_versions p on p.audience = s.audience and p.version = s.version,
        jsonb_array_elements(p.contracts) c
      where s.is_current and s.state = 'active' and c ->> 'render' = 'at_approval'`),
    derivatives: await rows(sql<PortalState['derivatives'][number]>`
      select concat_ws('/', source_hash, audience, policy_version, format) as name, object_key, manifest_key,
        sha256, retired_at is not null as retired from derivatives`),
    events: await count(sql`
      select case type when 'DerivativePublished'
          then type || ' ' || concat_ws('/', payload ->> 'source_hash', payload ->> 'audience',
            payload ->> 'policy_version', payload ->> 'format')
          else type || ' ' || key end as about, count(*) as times
      from outbox_events group by 1`),
    acts: await count(sql`
      select action || ' ' || subject_id as about, count(*) as times from audit_log
      where action in ('asset.uploaded', 'asset.ready', 'derivative.published') and result = 'done' group by 1`),
    unsettled: (
      await rows(sql<{ sentence: string }>`
        select 'job ' || id || ' of ' || queue || ' waits, attempt ' || attempts || coalesce(': ' || last_error, '')
          as sentence from jobs
        union all select 'letter ' || id || ' of ' || queue || ' is dead: ' || last_error from dead_jobs
          where requeued_at is null and dismissed_at is null
        union all select 'event ' || event_id || ' is not handled by ' || consumer from consumer_inbox
          where state <> 'COMPLETED'
        union all select type || ' ' || event_id || ' waits in the outbox' from outbox_events
          where published_at is null`)
    ).map(({ sentence }) => sentence),
    objects: await readObjects(store),
  };
}

async function readObjects(store: Services['store']): Promise<Map<string, string>> {
  const objects = new Map<string, string>();
  const never = new AbortController().signal;
  for await (const { key } of store.list('')) {
    const read = await hashObject(store, key, never);
    if (read) objects.set(key, read.sha256);
  }
  return objects;
}
