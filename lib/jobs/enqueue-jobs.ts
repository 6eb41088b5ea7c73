import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Trx } from '#db/client.ts';
import { activeTraceparent } from '#lib/observe/spans.ts';
import type { NewJob } from './job.ts';
import { queues } from './queues.ts';

export interface EnqueuedJob {
  id: string;
  /** False where a job with the same key was alive: `id` is then that job's. */
  created: boolean;
}

/** Inside a transaction the job stands or falls with what it follows from. */
export async function enqueueJob(db: Database | Trx, job: NewJob): Promise<EnqueuedJob> {
  const [enqueued] = await enqueueJobs(db, [job]);
  if (!enqueued) throw new Error('an enqueued job has no id');
  return enqueued;
}

/** Enqueues any number in one statement and wakes workers once. Answers in the order of `jobs`. */
export async function enqueueJobs(db: Database | Trx, jobs: readonly NewJob[]): Promise<EnqueuedJob[]> {
  const wanted = jobs.map((job, index) => ({ job, index, id: uuidv7() }));
  const enqueued: EnqueuedJob[] = [];
  let open = inLockOrder(wanted);
  // A round is repeated only for a key whose job ended between the insert that met it and the look for its id.
  while (open.length > 0) {
    const created = await insertJobs(db, open);
    const met = open.filter((entry) => !created.has(entry.id));
    const living = await findLiving(db, met);
    for (const entry of open) {
      const livingId = living.get(keyOf(entry.job));
      if (created.has(entry.id)) enqueued[entry.index] = { id: entry.id, created: true };
      else if (livingId) enqueued[entry.index] = { id: livingId, created: false };
    }
    open = met.filter((entry) => !living.has(keyOf(entry.job)));
  }
  return enqueued;
}

interface Wanted {
  job: NewJob;
  index: number;
  id: string;
}

function keyOf(job: NewJob): string {
  return `${job.queue} ${job.dedupKey}`;
}

/** Two transactions that insert the same keys in different orders would wait for each other. */
function inLockOrder(wanted: Wanted[]): Wanted[] {
  return wanted.toSorted((a, b) => (keyOf(a.job) < keyOf(b.job) ? -1 : keyOf(a.job) > keyOf(b.job) ? 1 : 0));
}

async function insertJobs(db: Database | Trx, wanted: readonly Wanted[]): Promise<Set<string>> {
  const rows = wanted.map(({ job, id }, position) => ({
    position,
    id,
    queue: job.queue,
    priority: job.priority ?? 0,
    run_at: job.runAt ?? null,
    deadline_ms: job.deadlineMs ?? queues[job.queue].deadlineMs,
    max_attempts: job.maxAttempts ?? queues[job.queue].maxAttempts,
    dedup_key: job.dedupKey ?? null,
    actor_id: job.actorId ?? null,
    audience: job.audience ?? null,
    traceparent: job.traceparent ?? activeTraceparent() ?? null,
    payload: job.payload,
  }));
  // One parameter whatever the number of rows; a list of values ends at 65,535 parameters.
  const { rows: created } = await sql<{ id: string }>`
    with created as (
      insert into jobs (id, queue, priority, run_at, deadline, max_attempts, dedup_key, actor_id, audience, payload,
        traceparent)
      select id, queue, priority, coalesce(run_at, clock_timestamp()),
        clock_timestamp() + deadline_ms * interval '1 millisecond',
        max_attempts, dedup_key, actor_id, audience, payload, traceparent
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (
        position integer, id uuid, queue text, priority smallint, run_at timestamptz, deadline_ms bigint, max_attempts smallint,
        dedup_key text, actor_id uuid, audience text, payload jsonb, traceparent text)
      order by position
      on conflict (queue, dedup_key) where dedup_key is not null do nothing
      returning id, queue
    ), hint as materialized (
      -- One notification a queue, delivered at commit; workers poll as well, since poolers drop LISTEN.
      select pg_notify('jobs', queue) from (select distinct queue from created) as queues
    )
    -- Counted and compared, since a part that nothing depends on is left out by the planner.
    select created.id from created, (select count(*) as queues from hint) as hints where hints.queues > 0`.execute(
    db,
  );
  return new Set(created.map((row) => row.id));
}

async function findLiving(db: Database | Trx, wanted: readonly Wanted[]): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: string; queue: string; dedup_key: string }>`
    select jobs.id, jobs.queue, jobs.dedup_key
    from unnest(${wanted.map(({ job }) => job.queue)}::text[], ${wanted.map(({ job }) => job.dedupKey)}::text[])
      as met (queue, dedup_key)
    join jobs using (queue, dedup_key)`.execute(db);
  return new Map(rows.map((row) => [`${row.queue} ${row.dedup_key}`, row.id]));
}
