import { describe, expect, it, test } from 'vitest';
import { connectDatabase } from '#db/client.ts';
import { freePort } from '#local/free-port.ts';
import { testDatabase } from '#test/database.ts';
import { asProblem } from './as-problem.ts';

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a database that is away is a reason to come again, not a fault', () => {
  test('where nothing listens', async () => {
    const db = connectDatabase(`postgres://x:x@127.0.0.1:${await freePort(28_600)}/x`, { max: 1 });
    const error = await thrownBy(db.selectFrom('users').select('id').execute());
    await db.destroy();
    expect(asProblem(error)).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 5 });
  });

  test('where it ends the session, as it does when it stops', async () => {
    const { url } = await testDatabase();
    const db = connectDatabase(url, { max: 1 });
    const error = await thrownBy(
      db
        .selectNoFrom((of) => of.fn('pg_terminate_backend', [of.fn('pg_backend_pid', [])]).as('ended'))
        .execute(),
    );
    await db.destroy();
    expect(asProblem(error)).toMatchObject({ code: 'unavailable', status: 503 });
  });
});

it.each([
  new TypeError('x is not a function'),
  Object.assign(new Error('duplicate key'), { code: '23505' }),
  'text',
])('%s stays a fault of ours, and says nothing of itself', (error) => {
  const problem = asProblem(error);
  expect(problem).toMatchObject({ code: 'internal', status: 500 });
  expect(problem.message).not.toContain('duplicate');
});
