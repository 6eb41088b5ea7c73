import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

export interface ReconcileAct {
  kind: string;
  subject: string;
  act: string;
  detail: string;
}

/** Done ones where `isDone`; else begun, or what would be done. */
export async function insertActs(
  trx: Trx,
  id: string,
  acts: readonly ReconcileAct[],
  isDone: boolean,
): Promise<void> {
  if (acts.length === 0) return;
  await sql`
    insert into reconciliation_acts (reconciliation_id, kind, subject, act, detail, done_at)
    select ${id}, act.*, ${isDone ? sql`clock_timestamp()` : sql`null::timestamptz`}
    from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as act (kind text, subject text, act text, detail text)
    on conflict do nothing`.execute(trx);
}

/** False where it was done before, by an earlier attempt of the same run. */
export async function markActDone(
  trx: Trx,
  id: string,
  act: Pick<ReconcileAct, 'kind' | 'subject'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reconciliation_acts')
    .set({ done_at: sql`clock_timestamp()` })
    .where('reconciliation_id', '=', id)
    .where('kind', '=', act.kind)
    .where('subject', '=', act.subject)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What turned out to be needed by somebody. */
export async function dropAct(trx: Trx, id: string, act: ReconcileAct): Promise<void> {
  await trx
    .deleteFrom('reconciliation_acts')
    .where('reconciliation_id', '=', id)
    .where('kind', '=', act.kind)
    .where('subject', '=', act.subject)
    .where('done_at', 'is', null)
    .execute();
}

/** Acts of a run that were begun, and of which nobody said that they were done. */
export async function listBegunActs(
  db: Database,
  id: string,
  page: { after: string; limit: number },
): Promise<ReconcileAct[]> {
  return db
    .selectFrom('reconciliation_acts')
    .where('reconciliation_id', '=', id)
    .where('done_at', 'is', null)
    .where('subject', '>', page.after)
    .select(['kind', 'subject', 'act', 'detail'])
    .orderBy('subject')
    .limit(page.limit)
    .execute();
}

/** The files that the run's inspection found wanting; orphans are a step of their own. */
export async function insertFindingActs(
  trx: Trx,
  id: string,
  inspectionId: string,
  isDone: boolean,
): Promise<void> {
  await sql`
    insert into reconciliation_acts (reconciliation_id, kind, subject, act, detail, done_at)
    select ${id}, 'file', f.object_key,
      case when ${!isDone}::boolean or r.id is not null then 'remake' else 'report' end,
      f.kind || ': expected ' || coalesce(f.expected, 'nothing') || ', found ' || coalesce(f.found, 'nothing'),
      ${isDone ? sql`clock_timestamp()` : sql`null::timestamptz`}
    from inspection_findings f
    left join lateral (
      select id from derivative_remakes r
      where r.source_hash = f.source_hash and r.audience = f.audience and r.policy_version = f.policy_version
        and r.format = f.format and r.replaced_fence = f.fence
      limit 1) r on true
    where f.inspection_id = ${inspectionId} and f.kind <> 'orphan'
    on conflict do nothing`.execute(trx);
}

export async function countActs(db: Database, id: string) {
  return db
    .selectFrom('reconciliation_acts')
    .where('reconciliation_id', '=', id)
    .select(['kind', 'act', (of) => of.fn.countAll<number>().as('times')])
    .groupBy(['kind', 'act'])
    .orderBy('kind')
    .orderBy('act')
    .execute();
}

export async function listActs(
  db: Database,
  id: string,
  { after, limit }: { after: Pick<ReconcileAct, 'kind' | 'subject'> | undefined; limit: number },
) {
  return db
    .selectFrom('reconciliation_acts')
    .where('reconciliation_id', '=', id)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(kind, subject) > (${after?.kind}, ${after?.subject})`),
    )
    .select(['kind', 'subject', 'act', 'detail', 'done_at'])
    .orderBy('kind')
    .orderBy('subject')
    .limit(limit)
    .execute();
}

/** The first few of each kind, for people who want to look at one. */
export async function listActSamples(db: Database, id: string, each: number) {
  const { rows } = await sql<{
    kind: string;
    subject: string;
    act: string;
    detail: string;
    done_at: Date | null;
  }>`
    select kind, subject, act, detail, done_at from (
      select *, row_number() over (partition by kind, act order by subject) as place
      from reconciliation_acts where reconciliation_id = ${id}) as numbered
    where place <= ${each} order by kind, act, subject`.execute(db);
  return rows;
}

export interface FindingGauges {
  findings: { kind: string; act: string; times: number }[];
  /** Since a run that was no dry run last came to its end; null before the first. */
  age_seconds: number | null;
}

/** What the last real run found, and how long ago that is. */
export async function readFindingGauges(db: Database): Promise<FindingGauges> {
  const last = await db
    .selectFrom('reconciliations')
    .where('finished_at', 'is not', null)
    .where('failure', 'is', null)
    .where('dry_run', '=', false)
    .select([
      'id',
      sql<number>`extract(epoch from clock_timestamp() - finished_at)::float8`.as('age_seconds'),
    ])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return { findings: [], age_seconds: null };
  return { findings: await countActs(db, last.id), age_seconds: last.age_seconds };
}
