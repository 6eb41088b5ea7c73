import { beforeEach, describe, expect, it } from 'vitest';
import { failJob } from '#lib/jobs/fail-job.ts';
import type { JobHandler } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import type { ErrorCategory } from '#lib/lifecycle.ts';
import { testConsole } from '#test/console.ts';
import { testDatabase } from '#test/database.ts';
import { claimedJob, findDeadJob, findJobRow } from '#test/job-table.ts';

const { db, url } = await testDatabase();
const { run } = testConsole(url);
const handler: JobHandler = { run: async () => ({ state: 'done' }) };

beforeEach(async () => {
  await db.deleteFrom('dead_jobs').execute();
  await db.deleteFrom('jobs').execute();
});

async function deadJob(audience: string, category: ErrorCategory): Promise<string> {
  const job = await claimedJob(db, { queue: 'webhook', audience, payload: { keep: audience } });
  await failJob(db, handler, job, new JobError(category, 'it broke', { permanent: true }), 0);
  return job.id;
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('npm run dead', () => {
  it('counts and lists with the whole message, narrowed by a filter', async () => {
    const teacher = await deadJob('teacher', 'source_invalid');
    await deadJob('partner', 'internal');
    const listed = linesOf((await run('dead', ['list', '--audience', 'teacher'])).stdout);
    expect(listed).toEqual([
      expect.objectContaining({
        id: teacher,
        payload: { keep: 'teacher' },
        last_error_category: 'source_invalid',
        last_error: 'it broke',
      }),
    ]);
    const counted = linesOf((await run('dead', ['count'])).stdout);
    expect(counted).toHaveLength(2);
    expect(counted.map(({ letters }) => letters)).toEqual([1, 1]);
  });

  it('requeues what the filter names and leaves the rest', async () => {
    const [teacher, partner] = [
      await deadJob('teacher', 'source_invalid'),
      await deadJob('partner', 'internal'),
    ];
    const ran = await run('dead', ['requeue', '--category', 'source_invalid']);
    expect(ran).toEqual({ code: 0, stdout: '', stderr: 'Requeued 1.\n' });
    expect(await findJobRow(db, teacher)).toMatchObject({ attempts: 0, payload: { keep: 'teacher' } });
    expect(await findJobRow(db, partner)).toBeUndefined();
    expect(await findDeadJob(db, partner)).toMatchObject({ requeued_at: null, dismissed_at: null });
  });

  it('dismisses all of them only when told so', async () => {
    const id = await deadJob('teacher', 'source_invalid');
    const careless = await run('dead', ['dismiss']);
    expect(careless).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Say which with a filter, or all of them with --all.\n',
    });
    expect(await findDeadJob(db, id)).toMatchObject({ dismissed_at: null });
    expect((await run('dead', ['dismiss', '--all'])).stderr).toBe('Dismissed 1.\n');
    expect(await findDeadJob(db, id)).toMatchObject({ dismissed_at: expect.any(Date) });
    expect((await run('dead', ['list'])).stderr).toBe('There are none.\n');
  });

  it.each([
    [['list', '--older-than', 'long'], 'An age is a number of minutes, hours or days'],
    [['requeue', '--id', 'x'], 'This is no id of a job.'],
    [['requeue', '--category', 'bad luck'], 'A category is one of'],
    [['bury'], 'Usage: npm run dead'],
    [['list', '--limit', 'many'], '--limit takes a number of letters, from 1 to 10000.'],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await run('dead', args);
    expect(stderr).toContain(sentence);
    expect([code, stdout]).toEqual([1, '']);
  });
});

describe('npm run webhook', () => {
  const env = { AUTH_SECRET: 'a secret of this test of some length' };
  const formerUntil = async () =>
    (await db.selectFrom('webhooks').select('former_until').executeTakeFirstOrThrow()).former_until;

  it('adds a receiver, and changes its secret with the old one in force for a while, or not at all', async () => {
    const added = await run('webhook', ['add', '--url', 'https://example.com/hooks'], { env });
    expect(added.stdout).toMatch(/^whsec_\S+\n$/);
    const [row] = linesOf((await run('webhook', ['list'])).stdout);
    const id = String(row?.id);
    const rotated = await run('webhook', ['rotate', '--id', id], { env });
    expect(rotated.stdout).toMatch(/^whsec_\S+\n$/);
    expect(rotated.stdout).not.toBe(added.stdout);
    const hours = (((await formerUntil())?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    await run('webhook', ['rotate', '--id', id, '--at-once'], { env });
    expect(await formerUntil()).toBeNull();
  });

  it('refuses an overlap that is no number of hours', async () => {
    await db.deleteFrom('webhooks').execute();
    await run('webhook', ['add', '--url', 'https://example.com/hooks'], { env });
    const [row] = linesOf((await run('webhook', ['list'])).stdout);
    const wrong = { ...env, WEBHOOK_SECRET_OVERLAP_HOURS: 'a day' };
    const ran = await run('webhook', ['rotate', '--id', String(row?.id)], { env: wrong });
    expect(ran.stderr).toContain('WEBHOOK_SECRET_OVERLAP_HOURS must be hours, from 0 to 8760.');
    expect(ran.code).toBe(1);
    expect(await formerUntil()).toBeNull();
  });
});

it.each(['dead', 'inspect', 'reconcile', 'token', 'user', 'webhook'])(
  'npm run %s -- --help says on stdout how it is used, and nothing is wrong with that',
  async (command) => {
    const { code, stdout, stderr } = await run(command, ['--help'], { env: { DATABASE_URL: '' } });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: npm run ${command}\\b`));
  },
);
