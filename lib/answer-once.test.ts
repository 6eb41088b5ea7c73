import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deleteOldAnswers } from '#db/queries/request-answers.ts';
import { Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { testDatabase } from '#test/database.ts';
import { insertPerson, insertToken, testSettings } from '#test/people.ts';
import { serveWith } from '#test/serve-with.ts';
import { type RouteContext, type RouteSpec, route } from './route.ts';

const { db, url } = await testDatabase();
serveWith(testSettings({ DATABASE_URL: url, RATE_LIMIT_PER_MINUTE: '100000' }));

const tokenOf = async () => (await insertToken(db, (await insertPerson(db, { role: 'editor' })).id)).token;
const [one, other] = await Promise.all([tokenOf(), tokenOf()]);

const spec = {
  permission: 'product.create',
  summary: 'Counts',
  body: z.strictObject({ name: z.string() }),
  responses: { 201: null },
} as const satisfies RouteSpec;

type Context = RouteContext<typeof spec>;

/** What `count` in its transaction does is on record under its name. */
async function count({ services, caller, body }: Pick<Context, 'services' | 'caller' | 'body'>) {
  const id = randomUUID();
  await services.db
    .transaction()
    .execute((trx) =>
      recordAudit(trx, caller, { action: 'product.created', subjectKind: body.name, subjectId: id }),
    );
  return Response.json({ id }, { status: 201, headers: { Location: `/made/${id}` } });
}

async function counted(name: string): Promise<number> {
  const rows = await db.selectFrom('audit_log').select('id').where('subject_kind', '=', name).execute();
  return rows.length;
}

function counter(handle: (context: Context) => Promise<Response> = count, changes: Partial<RouteSpec> = {}) {
  const post = route({ ...spec, ...changes } as typeof spec, handle);
  return async (name: string, sent: { id?: string; key?: string; token?: string } = {}) => {
    const headers: Record<string, string> = { authorization: `Bearer ${sent.token ?? one}` };
    if (sent.id) headers['x-request-id'] = sent.id;
    if (sent.key) headers['idempotency-key'] = sent.key;
    const body = JSON.stringify({ name });
    const request = new Request('http://localhost:3000/api/count', { method: 'POST', headers, body });
    const response = await post(request, { params: Promise.resolve({}) });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
}

const fresh = () => ({ name: `n-${randomUUID()}`, id: randomUUID() });

describe('a write that is sent again under its request id', () => {
  it('is answered what it was answered first, status, body and place, and is done once', async () => {
    const { name, id } = fresh();
    const post = counter();
    const first = await post(name, { id });
    const again = await post(name, { id });
    expect(again).toMatchObject({ status: 201, json: first.json });
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(await counted(name)).toBe(1);
  });

  it('may name itself by Idempotency-Key too, which goes before the request id', async () => {
    const { name, id } = fresh();
    const post = counter();
    const first = await post(name, { key: id, id: randomUUID() });
    expect((await post(name, { key: id, id: randomUUID() })).json).toEqual(first.json);
    expect(await counted(name)).toBe(1);
  });

  it('is refused under a key that is too long, and never takes it for another that begins alike', async () => {
    const { name, id } = fresh();
    const post = counter();
    const longest = id.padEnd(200, '.');
    expect((await post(name, { key: longest })).status).toBe(201);
    for (const key of [`${longest}.`, 'schlüssel']) {
      const { status, json } = await post(name, { key });
      expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid_request' });
      expect(json.detail).toContain('1 to 200 ASCII characters');
    }
    expect(await counted(name)).toBe(1);
  });

  it('with another body is refused, and says so', async () => {
    const { name, id } = fresh();
    const post = counter();
    await post(name, { id });
    expect(await post('another', { id })).toMatchObject({
      status: 422,
      json: { code: 'idempotency_mismatch' },
    });
    expect(await counted('another')).toBe(0);
  });

  it('is another request where another person sends it, or nobody gave it an id', async () => {
    const { name, id } = fresh();
    const post = counter();
    await post(name, { id });
    await post(name, { id, token: other });
    await post(name);
    await post(name);
    expect(await counted(name)).toBe(4);
  });

  it('while it is under way is told to come back', async () => {
    const { name, id } = fresh();
    const begun = Promise.withResolvers<void>();
    const may = Promise.withResolvers<void>();
    const slow = counter(async (context) => {
      begun.resolve();
      await may.promise;
      return count(context);
    });
    const first = slow(name, { id });
    await begun.promise;
    const meanwhile = await slow(name, { id });
    expect(meanwhile).toMatchObject({ status: 409, json: { code: 'request_in_progress' } });
    expect(meanwhile.headers.get('retry-after')).toBe('1');
    may.resolve();
    const answered = await first;
    expect((await slow(name, { id })).json).toEqual(answered.json);
    expect(await counted(name)).toBe(1);
  });

  it('is judged anew where it changed nothing, and not where it changed something', async () => {
    const { name, id } = fresh();
    let refuses = true;
    const early = counter(async (context) => {
      if (refuses) throw new Problem('nothing_uploaded', 'Nothing is there yet.');
      return count(context);
    });
    expect((await early(name, { id })).status).toBe(404);
    refuses = false;
    expect((await early(name, { id })).status).toBe(201);

    const late = fresh();
    const afterwards = counter(async (context) => {
      await count(context);
      throw new Problem('not_an_image', 'These bytes are none.');
    });
    expect(await afterwards(late.name, { id: late.id })).toMatchObject({ status: 422 });
    expect(await afterwards(late.name, { id: late.id })).toMatchObject({
      status: 422,
      json: { code: 'not_an_image' },
    });
    expect(await counted(late.name)).toBe(1);
  });

  it('keeps of an answer what may be stored, and makes it whole again', async () => {
    const { name, id } = fresh();
    let signed = 0;
    const sign = () => {
      signed += 1;
      return { url: `https://store/?signature=${signed}` };
    };
    const post = counter(async () => Response.json({ id: 'kept', ...sign() }, { status: 201 }), {
      again: { keeps: ['id'], renew: async (_scope, kept) => ({ ...kept, ...sign() }) },
    });
    const first = await post(name, { id });
    const again = await post(name, { id });
    expect(again.json.id).toBe('kept');
    expect(again.json.url).not.toBe(first.json.url);
    const { rows } = await sql<{ body: string }>`
      select body from request_answers where request_id = ${id}`.execute(db);
    expect(rows[0]?.body).toBe('{"id":"kept"}');
  });
});

/** A process that died leaves a request under way, whose lease runs out. */
async function runOut(id: string): Promise<void> {
  await sql`update request_answers set lease_until = clock_timestamp() - interval '1 second'
    where request_id = ${id}`.execute(db);
}

describe('a request whose process died', () => {
  /** Does what it is told to, then never answers: `dead` is settled once it is at that point. */
  function dying(before: (context: Context) => Promise<unknown>, changes: Partial<RouteSpec> = {}) {
    const dead = Promise.withResolvers<Context>();
    const wake = Promise.withResolvers<void>();
    const post = counter(async (context) => {
      await before(context);
      dead.resolve(context);
      await wake.promise;
      return count(context);
    }, changes);
    return { post, dead: dead.promise, wake: wake.resolve };
  }

  it('before its effect is carried out by whoever sends it again, and the dead one commits nothing', async () => {
    const { name, id } = fresh();
    const { post, dead, wake } = dying(async () => undefined);
    const zombie = post(name, { id });
    await dead;
    await runOut(id);
    const taken = await counter()(name, { id });
    expect(taken.status).toBe(201);
    wake();
    expect(await zombie).toMatchObject({ status: 409, json: { code: 'request_in_progress' } });
    expect(await counted(name)).toBe(1);
    expect((await counter()(name, { id })).json).toEqual(taken.json);
  });

  it('after its effect is not done twice, and its sender hears that it was done', async () => {
    const { name, id } = fresh();
    const { post, dead } = dying(count);
    void post(name, { id });
    await dead;
    await runOut(id);
    expect(await counter()(name, { id })).toMatchObject({ status: 409, json: { code: 'answer_lost' } });
    expect(await counted(name)).toBe(1);
  });

  it('after its effect is done again where that leaves the same', async () => {
    const { name, id } = fresh();
    const { post, dead } = dying(count, { isRepeatable: true });
    void post(name, { id });
    await dead;
    await runOut(id);
    const same = counter(async () => Response.json({}, { status: 200 }), { isRepeatable: true });
    expect((await same(name, { id })).status).toBe(200);
    expect(await counted(name)).toBe(1);
  });
});

it('answers are forgotten after their time, and not before', async () => {
  const { name, id } = fresh();
  const post = counter();
  await post(name, { id });
  await deleteOldAnswers(db, 24);
  await post(name, { id });
  expect(await counted(name)).toBe(1);
  await sql`update request_answers set created_at = clock_timestamp() - interval '25 hours',
    lease_until = clock_timestamp() - interval '24 hours' where request_id = ${id}`.execute(db);
  await deleteOldAnswers(db, 24);
  await post(name, { id });
  expect(await counted(name)).toBe(2);
});
