import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countDeadLetters } from '#db/queries/dead-jobs.ts';
import { Problem } from '#lib/errors.ts';
import type { ErrorCategory } from '#lib/lifecycle.ts';
import { handledBy } from '#test/all-queues.ts';
import { claimedJob, claimNext, findDeadJob, findJobRow, jobTable } from '#test/job-table.ts';
import { insertPerson, personCaller } from '#test/people.ts';
import { dismissDead } from './dismiss-dead.ts';
import { enqueueJob } from './enqueue-jobs.ts';
import { failJob } from './fail-job.ts';
import { finishJob } from './finish-job.ts';
import type { JobHandler, NewJob } from './job.ts';
import { JobError } from './job-error.ts';
import { requeueDead } from './requeue-dead.ts';

const { db, services } = await jobTable();
const handler: JobHandler = { run: async () => ({ state: 'done' }) };
const handlers = handledBy(handler);
const operator = personCaller((await insertPerson(db, { role: 'operator' })).id, 'operator');

async function deadJob(job: Partial<NewJob> = {}, category: ErrorCategory = 'internal'): Promise<string> {
  const claimed = await claimedJob(db, job);
  await failJob(db, handler, claimed, new JobError(category, 'it broke', { permanent: true }), 0);
  return claimed.id;
}

const requeue = (ids: string[]) => requeueDead(services, handlers, operator, { ids });
/** What was done with a letter; that it died is on record too. */
const auditOf = (id: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'result', 'code', 'detail'])
    .where('subject_id', '=', id)
    .where('action', '<>', 'job.died')
    .execute();

describe('a dead letter', () => {
  it('comes back under its own id, with its whole message, all attempts and the time it had', async () => {
    const id = await deadJob({
      payload: { keep: ['me', { and: 'me' }] },
      dedupKey: 'back',
      audience: 'teacher',
      priority: 7,
      deadlineMs: 600_000,
    });
    expect(await requeue([id])).toEqual({ settled: 1, refused: [], more: false });
    const row = await findJobRow(db, id);
    expect(row).toMatchObject({
      payload: { keep: ['me', { and: 'me' }] },
      dedup_key: 'back',
      audience: 'teacher',
      priority: 7,
      attempts: 0,
      lease_until: null,
      last_error_category: 'internal',
    });
    const left = (row?.deadline?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(590_000);
    expect(left).toBeLessThan(610_000);
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'job.requeued',
        actor_id: operator.actor.kind === 'person' && operator.actor.id,
        result: 'done',
      },
    ]);
  });

  it('comes back once, however many click at once', async () => {
    const id = await deadJob();
    const answers = await Promise.all(Array.from({ length: 8 }, () => requeue([id])));
    expect(answers.map(({ settled }) => settled).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await auditOf(id)).toHaveLength(1);
    const job = await claimNext(db);
    expect(job.id).toBe(id);
    await db.transaction().execute((trx) => finishJob(trx, job));
    expect(await requeue([id])).toMatchObject({ settled: 0 });
    expect(await findJobRow(db, id)).toBeUndefined();
  });

  it('is requeued or dismissed, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await deadJob();
      const [back, away] = await Promise.all([requeue([id]), dismissDead(services, operator, { ids: [id] })]);
      expect(back.settled + away.settled).toBe(1);
      expect((await findJobRow(db, id)) !== undefined).toBe(back.settled === 1);
    }
  });

  it('that dies again is one letter still, open, with the new error', async () => {
    const id = await deadJob();
    await requeue([id]);
    const again = await claimNext(db);
    await failJob(db, handler, again, new JobError('source_invalid', 'and again'), 0);
    expect(await findDeadJob(db, id)).toMatchObject({
      requeued_at: null,
      requeues: 1,
      last_error_category: 'source_invalid',
      last_error: 'and again Before that: it broke',
    });
    expect(await requeue([id])).toMatchObject({ settled: 1 });
  });

  it('makes no second job where its key was asked for again meanwhile', async () => {
    const id = await deadJob({ dedupKey: 'asked again' });
    const living = await enqueueJob(db, { queue: 'derive', payload: {}, dedupKey: 'asked again' });
    expect(await requeue([id])).toMatchObject({ settled: 1 });
    const rows = await db.selectFrom('jobs').select('id').where('dedup_key', '=', 'asked again').execute();
    expect(rows).toEqual([{ id: living.id }]);
    expect(await auditOf(id)).toMatchObject([{ code: 'already_queued' }]);
  });

  it('stays, with its reason told, where its handler says that it could come to nothing', async () => {
    const refusing = handledBy({
      ...handler,
      async onRequeue() {
        throw new Problem('conflict', 'The photo is gone.');
      },
    });
    const id = await deadJob();
    const answer = await requeueDead(services, refusing, operator, { ids: [id] });
    expect(answer).toEqual({ settled: 0, refused: ['The photo is gone.'], more: false });
    expect(await findJobRow(db, id)).toBeUndefined();
    expect(await findDeadJob(db, id)).toMatchObject({ requeued_at: null });
  });

  it('that its handler cannot read stays, and keeps none of the others', async () => {
    const odd = await deadJob({ payload: { odd: true } });
    const good = await deadJob({ payload: {} });
    const reading = handledBy({
      ...handler,
      async onRequeue(_services, _trx, { payload }) {
        if ((payload as { odd?: true }).odd) throw new JobError('internal', 'no job', { permanent: true });
      },
    });
    const answer = await requeueDead(services, reading, operator, { ids: [odd, good] });
    expect(answer).toMatchObject({ settled: 1, refused: [expect.stringContaining('cannot be read')] });
    expect(await findJobRow(db, good)).toBeDefined();
    expect(await findDeadJob(db, odd)).toMatchObject({ requeued_at: null });
  });

  it('of a queue that nobody works on any more is not lost: it can be dismissed', async () => {
    const id = await deadJob();
    await db.updateTable('dead_jobs').set({ queue: 'olden' }).where('id', '=', id).execute();
    expect((await requeue([id])).refused).toEqual([expect.stringContaining('queue olden')]);
    expect(await dismissDead(services, operator, { ids: [id] })).toMatchObject({ settled: 1 });
    expect(await auditOf(id)).toMatchObject([{ action: 'job.dismissed' }]);
  });

  it('is chosen by queue, category, audience and age, and no other goes with it', async () => {
    await dismissDead(services, operator, {});
    const wanted = await deadJob({ audience: 'partner' }, 'render_timeout');
    await deadJob({ audience: 'teacher' }, 'render_timeout');
    await deadJob({ audience: 'partner' }, 'internal');
    await deadJob({ audience: 'partner', queue: 'plan' }, 'render_timeout');
    const filter = { queue: 'derive', category: 'render_timeout', audience: 'partner' } as const;
    const settle = (more: object) => requeueDead(services, handlers, operator, { ...filter, ...more });
    expect(await settle({ older_than: 3600 })).toMatchObject({ settled: 0 });
    expect(await settle({ newer_than: 3600, ids: [randomUUID()] })).toMatchObject({ settled: 0 });
    expect(await settle({ newer_than: 3600 })).toMatchObject({ settled: 1 });
    expect(await findJobRow(db, wanted)).toBeDefined();
    const left = await countDeadLetters(db);
    expect(left.reduce((sum, { letters }) => sum + letters, 0)).toBe(3);
  });
});
