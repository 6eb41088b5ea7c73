import { redirect } from 'next/navigation';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Problem } from '#lib/errors.ts';
import { StoreUnavailable } from '#lib/storage/object-store.ts';
import { testDatabase } from '#test/database.ts';
import { arriveWith } from '#test/page-request.ts';
import { insertPerson, sessionCookie, testSettings } from '#test/people.ts';
import { serveWith } from '#test/serve-with.ts';
import { action } from './action.ts';

const { db, url } = await testDatabase();
const settings = testSettings({ DATABASE_URL: url, RATE_LIMIT_PER_MINUTE: '5' });
serveWith(settings);

const schema = z.object({ name: z.string().min(1, 'Give a name.'), tags: z.array(z.string()).optional() });
const ran: unknown[] = [];
const rename = action({ permission: 'product.edit', schema }, async ({ caller, input }) => {
  ran.push(input);
  return { by: caller.actor.kind, ...input };
});

async function signedIn(role: 'editor' | 'member'): Promise<void> {
  const { id } = await insertPerson(db, { role });
  arriveWith({ cookie: await sessionCookie(settings, id), 'x-forwarded-for': id });
}

describe('a server action', () => {
  it('is not run for nobody, nor for a role that the table does not list', async () => {
    arriveWith({});
    expect(await rename({ name: 'x' })).toMatchObject({ ok: false, code: 'unauthenticated' });
    await signedIn('member');
    expect(await rename({ name: 'x' })).toMatchObject({ ok: false, code: 'forbidden' });
    expect(ran).toEqual([]);
  });

  it('is not run for a page of another site, whatever cookie comes along', async () => {
    const { id } = await insertPerson(db, { role: 'editor' });
    arriveWith({ cookie: await sessionCookie(settings, id), origin: 'https://evil.example' });
    expect(await rename({ name: 'x' })).toMatchObject({ ok: false, code: 'forbidden' });
    expect(ran).toEqual([]);
  });

  it('answers what was wrong, field by field', async () => {
    await signedIn('editor');
    expect(await rename({ name: '' })).toEqual({
      ok: false,
      code: 'invalid_request',
      message: 'Give a name.',
      issues: [{ path: 'name', message: 'Give a name.' }],
    });
  });

  it('refuses text that the database could not hold, whatever the schema says', async () => {
    await signedIn('editor');
    expect(await rename({ name: 'x', tags: ['a', 'b\0'] })).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'tags.1' }],
    });
    expect(ran).toEqual([]);
  });

  it('takes an object and the fields of a form', async () => {
    await signedIn('editor');
    expect(await rename({ name: 'one' })).toEqual({ ok: true, value: { by: 'person', name: 'one' } });
    const form = new FormData();
    for (const [key, value] of [
      ['name', 'two'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['$ACTION_ID_x', ''],
    ] as const)
      form.append(key, value);
    expect(await rename(form)).toEqual({ ok: true, value: { by: 'person', name: 'two', tags: ['a', 'b'] } });
  });

  it.each([undefined, null, 'x', 7, () => {}])('takes %s for an argument without fields', async (sent) => {
    await signedIn('editor');
    const trusting = z.preprocess((fields: { name?: string }) => ({ name: fields.name }), schema);
    const act = action({ permission: 'product.edit', schema: trusting }, async () => {});
    expect(await act(sent as never)).toMatchObject({ ok: false, code: 'invalid_request' });
  });

  it('reads a form of many fields in one go', async () => {
    await signedIn('editor');
    const form = new FormData();
    form.append('name', 'x');
    for (let index = 0; index < 40_000; index += 1) form.append(`f${index}`, '');
    const since = performance.now();
    expect(await rename(form)).toMatchObject({ ok: true });
    expect(performance.now() - since).toBeLessThan(1000);
  });

  it('tells what people can be told and keeps the rest to the log', async () => {
    const fail = (error: Error) =>
      action({ permission: 'product.edit', schema }, async () => {
        throw error;
      })({ name: 'x' });
    await signedIn('editor');
    expect(await fail(new Problem('conflict', 'Somebody was faster.'))).toEqual({
      ok: false,
      code: 'conflict',
      message: 'Somebody was faster.',
    });
    expect(await fail(new StoreUnavailable('PutObject', 'http://127.0.0.1:1'))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('does not answer'),
    });
    const answer = await fail(new Error('password authentication failed for user blazon'));
    expect(answer).toMatchObject({ ok: false, code: 'internal' });
    expect(JSON.stringify(answer)).not.toContain('blazon');
  });

  it('lets Next have its redirects', async () => {
    await signedIn('editor');
    const leave = action({ permission: 'product.edit', schema }, async () => redirect('/library'));
    await expect(leave({ name: 'x' })).rejects.toMatchObject({ digest: expect.stringContaining('/library') });
  });

  it('is refused past the limit of the person', async () => {
    await signedIn('editor');
    for (let call = 0; call < 5; call += 1) expect(await rename({ name: 'x' })).toMatchObject({ ok: true });
    expect(await rename({ name: 'x' })).toMatchObject({ ok: false, code: 'rate_limited' });
  });
});

describe('what a role does not allow', () => {
  const refusalsOf = (id: string) =>
    db.selectFrom('audit_log').selectAll().where('actor_id', '=', id).execute();

  it('is on record, with who tried', async () => {
    const { id } = await insertPerson(db, { role: 'member' });
    arriveWith({ cookie: await sessionCookie(settings, id), 'x-request-id': 'tried-it' });
    await rename({ name: 'x' });
    expect(await refusalsOf(id)).toMatchObject([
      {
        action: 'access.refused',
        subject_kind: 'action',
        request_id: 'tried-it',
        result: 'refused',
        code: 'product.edit',
      },
    ]);
  });

  it('leaves no row of a stranger', async () => {
    arriveWith({ 'x-request-id': 'a-stranger' });
    await rename({ name: 'x' });
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('request_id', '=', 'a-stranger')
      .execute();
    expect(rows).toEqual([]);
  });
});
