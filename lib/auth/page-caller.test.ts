import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { arriveWith } from '#test/page-request.ts';
import { insertPerson, insertToken, sessionCookie, testSettings } from '#test/people.ts';
import { serveWith } from '#test/serve-with.ts';
import { pageCaller } from './page-caller.ts';

const { db, url } = await testDatabase();
const settings = testSettings({ DATABASE_URL: url });
serveWith(settings);

describe('a page', () => {
  it('shows itself to whom the table lists, with the request id that reaches the log', async () => {
    const { id } = await insertPerson(db, { role: 'editor' });
    arriveWith({ cookie: await sessionCookie(settings, id), 'x-request-id': 'r-1' });
    const { caller } = await pageCaller('library.read');
    expect(caller).toMatchObject({ actor: { id, role: 'editor' }, requestId: 'r-1' });
  });

  it('sends nobody to sign in and back to where they were', async () => {
    arriveWith({ 'x-portal-path': '/library?status=READY' });
    await expect(pageCaller('library.read')).rejects.toMatchObject({
      digest: expect.stringContaining(`/sign-in?callbackUrl=${encodeURIComponent('/library?status=READY')}`),
    });
    arriveWith({ 'x-portal-path': '//evil.example' });
    await expect(pageCaller('library.read')).rejects.toMatchObject({
      digest: expect.not.stringContaining('evil'),
    });
  });

  it('is not there for a role that cannot see it', async () => {
    const { id } = await insertPerson(db, { role: 'member' });
    arriveWith({ cookie: await sessionCookie(settings, id) });
    await expect(pageCaller('people.manage')).rejects.toMatchObject({
      digest: 'NEXT_HTTP_ERROR_FALLBACK;404',
    });
  });

  it('takes no API token for a person at a browser', async () => {
    const { id } = await insertPerson(db, { role: 'admin' });
    const { token } = await insertToken(db, id);
    arriveWith({ authorization: `Bearer ${token}` });
    await expect(pageCaller('people.manage')).rejects.toMatchObject({
      digest: expect.stringContaining('/sign-in'),
    });
  });
});
