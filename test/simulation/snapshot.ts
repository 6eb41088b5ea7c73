import type pg from 'pg';

/** What of the database the rules look at, with times in milliseconds since the start of the run. */
export interface Snapshot {
  jobs: Map<string, JobRow>;
  dead: Map<string, DeadRow>;
  inbox: Map<string, InboxRow>;
  outbox: Map<string, { event_id: string; type: string; key: string; published: boolean }>;
  derivatives: Map<string, DerivativeRow>;
  assets: Map<string, { id: string; status: string; failure: string | null; master: string | null }>;
  /** How often an act was recorded of a subject, by `action subject`. */
  acts: Map<string, number>;
  /** How often a consumer without jobs has done what an event asks for. */
  effects: Map<string, number>;
}

export interface DeadRow {
  id: string;
  open: boolean;
  category: string;
}

export interface JobRow {
  id: string;
  queue: string;
  key: string | null;
  fence: number | null;
  lease_until: number | null;
  run_at: number;
  deadline: number | null;
  attempts: number;
  asset_id: string | null;
}

export interface InboxRow {
  name: string;
  state: 'PROCESSING' | 'COMPLETED';
  fence: number;
  lease_until: number | null;
  lease_owner: string | null;
}

export interface DerivativeRow {
  name: string;
  object_key: string;
  manifest_key: string;
  sha256: string;
  fence: number;
  job_id: string;
}

const ms = (column: string) =>
  `case when isfinite(${column}) then (extract(epoch from ${column}) * 1000 - 1767225600000)::float8
     when ${column} is not null then -1e15 end`;
const rows = (select: string) => `(select coalesce(json_agg(found), '[]') from (${select}) found)`;

const statement = `select
  ${rows(`select id, queue, dedup_key as key, fence, attempts, payload -> 'event' -> 'payload' ->> 'asset_id' as asset_id,
    ${ms('lease_until')} as lease_until, ${ms('run_at')} as run_at, ${ms('deadline')} as deadline from jobs`)} as jobs,
  ${rows(`select id, requeued_at is null and dismissed_at is null as open, last_error_category as category from dead_jobs`)} as dead,
  ${rows(`select consumer || ' ' || event_id as name, state, fence, lease_owner, ${ms('lease_until')} as lease_until
    from consumer_inbox`)} as inbox,
  ${rows(`select event_id, type, key, published_at is not null as published from outbox_events`)} as outbox,
  ${rows(`select concat_ws('/', source_hash, audience, policy_version, format) as name, object_key, manifest_key, sha256,
    fence, job_id from derivatives`)} as derivatives,
  ${rows(`select a.id, a.status, a.failure, v.master_sha256 as master from assets a
    left join asset_versions v on v.asset_id = a.id`)} as assets,
  ${rows(`select action || ' ' || subject_id as name, count(*) as times from audit_log group by 1`)} as acts,
  ${rows('select event_id as name, count(*) as times from sim.effects group by 1')} as effects`;

export async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  const { rows: found } = await client.query(statement);
  const [all] = found;
  return {
    jobs: byName(all.jobs, 'id'),
    dead: byName(all.dead, 'id'),
    inbox: byName(all.inbox, 'name'),
    outbox: byName(all.outbox, 'event_id'),
    derivatives: byName(all.derivatives, 'name'),
    assets: byName(all.assets, 'id'),
    acts: counts(all.acts),
    effects: counts(all.effects),
  };
}

function byName<Row>(all: Row[], name: keyof Row): Map<string, Row> {
  return new Map(all.map((row) => [String(row[name]), row]));
}

function counts(all: { name: string; times: number }[]): Map<string, number> {
  return new Map(all.map(({ name, times }) => [name, times]));
}
