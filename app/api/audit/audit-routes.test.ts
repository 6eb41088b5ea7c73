import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { insertPerson, insertToken, testSettings } from '#test/people.ts';
import { serveWith } from '#test/serve-with.ts';
import * as exported from './export/route.ts';
import * as audit from './route.ts';

const { db, url } = await testDatabase();
serveWith(testSettings({ DATABASE_URL: url }));
const { id } = await insertPerson(db, { role: 'operator' });
const { token } = await insertToken(db, id);

function ask(search: string, route: typeof audit | typeof exported = audit): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return route.GET(new Request(`http://localhost:3000/api/audit?${search}`, { headers }), {
    params: Promise.resolve({}),
  });
}

test.each([
  ['action=approved', 'action'],
  ['result=fine', 'result'],
  ['request_id=a%20b', 'request_id'],
  ['trace_id=xyz', 'trace_id'],
  ['from=yesterday', 'from'],
  ['to=2026-13-01', 'to'],
  ['limit=0', 'limit'],
  [`person=${'a'.repeat(201)}`, 'person'],
])('%s is refused by the field', async (search, path) => {
  const response = await ask(search);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ code: 'invalid_request', issues: [{ path }] });
});

test('a filter that does not exist is refused, since it would seem to narrow', async () => {
  const response = await ask('persn=ada');
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain('persn');
});

test('empty fields of a form narrow nothing', async () => {
  const response = await ask('person=&action=&subject=&request_id=&trace_id=&result=&from=&to=');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ items: [], next_cursor: null });
});

test('an export that cannot be is a problem and not half a file, and one that can is a file', async () => {
  expect((await ask('from=yesterday', exported)).status).toBe(400);
  const response = await ask('', exported);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(await response.text()).toMatch(/^.?at,actor,/);
});
