import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { SeriesRow } from './metric-series.ts';

export interface LagFacts {
  outbox_events: number;
  outbox_seconds: number;
  inbox_events: number;
  inbox_seconds: number;
  workers: number;
  sample_seconds: number | null;
}

/** How far events lag, and who is there; each by an index of open rows. */
export async function readLag(db: Database, workerSilenceSeconds: number): Promise<LagFacts> {
  const { rows } = await sql<LagFacts>`
    select outbox.*, inbox.*,
      (select count(*)::integer from workers
        where kind = 'worker' and seen_at > statement_timestamp() - ${workerSilenceSeconds} * interval '1 second') as workers,
      (select extract(epoch from statement_timestamp() - max(at))::float8 from queue_samples) as sample_seconds
    from (
      select count(*)::integer as outbox_events,
        coalesce(extract(epoch from statement_timestamp() - min(created_at)), 0)::float8 as outbox_seconds
      from outbox_events where published_at is null
    ) as outbox, (
      select count(*)::integer as inbox_events,
        coalesce(extract(epoch from statement_timestamp() - min(claimed_at)), 0)::float8 as inbox_seconds
      from consumer_inbox where state = 'PROCESSING'
    ) as inbox`.execute(db);
  const facts = rows[0];
  if (!facts) throw new Error('an aggregate answered no row');
  return facts;
}

/**
 * What only whole tables tell, kept with the series so that a scrape need not read them: sources against what was
 * published of them, and keys with more than one event of success, of which there must be none.
 */
export async function countLedger(db: Database): Promise<void> {
  const { rows } = await sql<SeriesRow>`
    select 'blazon_source_hashes' as name, '{}' as labels, count(distinct source_hash)::float8 as value
    from asset_versions
    union all
    select 'blazon_published_derivatives', jsonb_build_object('audience', slug)::text,
      (select count(*) from derivatives where audience = slug and retired_at is null)::float8
    from audiences
    union all
    select 'blazon_published_source_hashes', jsonb_build_object('audience', slug)::text,
      (select count(distinct source_hash) from derivatives where audience = slug and retired_at is null)::float8
    from audiences
    union all
    select 'blazon_repeated_success_events', '{}', coalesce(sum(events - 1), 0)::float8
    from (
      select count(*) as events from outbox_events where type in ('AssetReady', 'DerivativePublished')
      group by type, key, payload ->> 'audience', payload ->> 'policy_version', payload ->> 'format'
      having count(*) > 1
    ) as repeated`.execute(db);
  await db.transaction().execute(async (trx) => {
    const names = [...new Set(rows.map(({ name }) => name))];
    await trx.deleteFrom('metric_series').where('name', 'in', names).execute();
    await trx.insertInto('metric_series').values(rows).execute();
  });
}
