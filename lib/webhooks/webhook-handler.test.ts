import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWebhookAttempts, listWebhookRows } from '#db/queries/webhooks.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { handledBy } from '#test/all-queues.ts';
import { personCaller } from '#test/people.ts';
import { testServices } from '#test/services.ts';
import { disableWebhook, rotateWebhookSecret } from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { listWebhooks } from './list-webhooks.ts';
import { redeliverWebhook } from './redeliver-webhook.ts';
import { testWebhook } from './test-webhook.ts';
import { webhookHandler } from './webhook-handler.ts';

const { services } = await testServices({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { db } = services;
const caller = systemCaller('console');
const assetId = randomUUID();

interface Call {
  headers: http.IncomingHttpHeaders;
  body: string;
}
const calls: Call[] = [];
let answers: number[] = [];
const receiver = http.createServer(async (request, response) => {
  calls.push({ headers: request.headers, body: await text(request) });
  const status = answers.shift() ?? 204;
  response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterAll(() => {
  receiver.close();
});

/** A webhook that alone is told of events. */
async function subscribe(target = url): Promise<{ id: string; secret: string }> {
  calls.length = 0;
  answers = [];
  await db.updateTable('webhooks').set({ disabled_at: new Date(), disabled_reason: 'test' }).execute();
  await db.deleteFrom('jobs').execute();
  return createWebhook(services, caller, { url: target, description: '', event_types: ['AssetReady'] });
}

async function emit(): Promise<string> {
  const eventId = randomUUID();
  await db.transaction().execute((trx) =>
    publishEvent(services, trx, {
      eventId,
      type: 'AssetReady',
      key: assetId,
      payload: { asset_id: assetId, version: 1, source_hash: 'a'.repeat(64) },
      causationId: '6a7f0c1e-3f43-4f5e-9c43-1f2b3c4d5e6f',
    }),
  );
  return eventId;
}

async function work(attempts = 1) {
  for (let n = 0; n < attempts; n += 1) {
    await db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .execute();
    await drainJobs(services, handledBy(webhookHandler), {
      budgetMs: 5000,
      queues: ['webhook'],
      random: () => 0.9,
    });
  }
}

function signatureOf(secret: string, { headers, body }: Call): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('a webhook', () => {
  it('is told of what it subscribed to, signed with its own secret', async () => {
    const { secret } = await subscribe();
    const eventId = await emit();
    await work();
    expect(calls).toHaveLength(1);
    const [call] = calls;
    if (!call) return;
    expect(call.headers).toMatchObject({
      'webhook-id': eventId,
      'webhook-signature': signatureOf(secret, call),
    });
    expect(JSON.parse(call.body)).toMatchObject({
      type: 'AssetReady',
      data: { event_id: eventId, asset_id: assetId, causation_id: '6a7f0c1e-3f43-4f5e-9c43-1f2b3c4d5e6f' },
    });
    expect(Math.abs(Date.now() / 1000 - Number(call.headers['webhook-timestamp']))).toBeLessThan(60);
  });

  it('hears nothing of other events', async () => {
    await subscribe();
    await db.transaction().execute((trx) =>
      publishEvent(services, trx, {
        eventId: randomUUID(),
        type: 'PolicyActivated',
        key: 'partner',
        payload: { audience: 'partner', policy_version: 1 },
      }),
    );
    await work();
    expect(calls).toEqual([]);
  });

  it('is called again after a refusal, under the same id, and each attempt is on the log', async () => {
    const { id } = await subscribe();
    answers = [500, 302];
    const eventId = await emit();
    await work(3);
    expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId, eventId]);
    const log = await listWebhookAttempts(db, { webhookId: id, limit: 10 });
    expect(log.map(({ attempt, status, error }) => ({ attempt, status, error }))).toEqual([
      { attempt: 3, status: 204, error: null },
      { attempt: 2, status: 302, error: 'answered 302' },
      { attempt: 1, status: 500, error: 'answered 500' },
    ]);
  });

  it('is told once, however often the event is delivered', async () => {
    await subscribe();
    await emit();
    const [job] = await db.selectFrom('jobs').selectAll().execute();
    await work();
    await db
      .insertInto('jobs')
      .values({ id: randomUUID(), queue: 'webhook', payload: JSON.stringify(job?.payload) })
      .execute();
    await work();
    expect(calls).toHaveLength(1);
  });

  it('is switched off when it answers 410, and says why', async () => {
    const { id } = await subscribe();
    answers = [410];
    await emit();
    await work();
    const row = (await listWebhookRows(db)).find((webhook) => webhook.id === id);
    expect(row).toMatchObject({ disabled_reason: 'The receiver answered 410 Gone.', last_status: 410 });
    await emit();
    await work();
    expect(calls).toHaveLength(1);
  });

  it('gets nothing more of what was on its way when it was switched off', async () => {
    const { id } = await subscribe();
    await emit();
    await disableWebhook(services, caller, { id, reason: 'noise' });
    await work();
    expect(calls).toEqual([]);
  });

  it('is signed with both secrets after a rotation, and with the new one once the overlap is over', async () => {
    const { id, secret } = await subscribe();
    const rotated = await rotateWebhookSecret(services, caller, { id, overlapHours: 24 });
    await emit();
    await work();
    await db
      .updateTable('webhooks')
      .set({ former_until: sql`clock_timestamp()` })
      .where('id', '=', id)
      .execute();
    await emit();
    await work();
    const [during, after] = calls as [Call, Call];
    expect(during.headers['webhook-signature']).toBe(
      `${signatureOf(rotated.secret, during)} ${signatureOf(secret, during)}`,
    );
    expect(after.headers['webhook-signature']).toBe(signatureOf(rotated.secret, after));
  });

  it('is signed with a new secret alone at once where the old one leaked, and neither is readable in the database', async () => {
    const { id, secret } = await subscribe();
    const rotated = await rotateWebhookSecret(services, caller, { id, overlapHours: 0 });
    await emit();
    await work();
    const [call] = calls;
    expect(call?.headers['webhook-signature']).toBe(call && signatureOf(rotated.secret, call));
    const row = await db
      .selectFrom('webhooks')
      .select('sealed_secret')
      .where('id', '=', id)
      .executeTakeFirst();
    for (const plain of [secret, rotated.secret])
      expect(row?.sealed_secret.toString('latin1')).not.toContain(plain);
  });

  it.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1:1/',
    'https://[::1]:1/',
    'https://localhost:1/',
    'https://169.254.169.254/latest/meta-data',
  ])('is never called at %s unless a setting allows it', async (target) => {
    const { id } = await subscribe(target);
    await emit();
    const strict = { ...services, env: { ...services.env, WEBHOOK_ALLOW_PRIVATE: false } };
    await drainJobs(strict, handledBy(webhookHandler), { budgetMs: 5000, queues: ['webhook'] });
    const [attempt] = await listWebhookAttempts(db, { webhookId: id, limit: 1 });
    expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE') });
  });

  it('is called once for a test, signed like any other, and the log says what it answered', async () => {
    const { id, secret } = await subscribe();
    answers = [202];
    expect(await testWebhook(services, caller, { id })).toEqual({ status: 202 });
    const [call] = calls;
    expect(call?.headers['webhook-signature']).toBe(call && signatureOf(secret, call));
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ type: 'Test' });
    const [attempt] = await listWebhookAttempts(db, { webhookId: id, limit: 1 });
    expect(attempt).toMatchObject({ event_type: 'Test', status: 202, error: null });
  });

  it('is told once more of an event that it took, with the same id, when a person wants it', async () => {
    const { id } = await subscribe();
    const eventId = await emit();
    await work();
    await redeliverWebhook(services, caller, { id, eventId });
    await expect(redeliverWebhook(services, caller, { id, eventId })).rejects.toThrow('on its way');
    await work();
    expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
    await disableWebhook(services, caller, { id, reason: 'noise' });
    await expect(redeliverWebhook(services, caller, { id, eventId })).rejects.toThrow('is off');
  });

  it('is listed, made, tested and switched by nobody but admins', async () => {
    const { id } = await subscribe();
    const editor = personCaller(randomUUID(), 'editor', 'e@blazon.test');
    for (const attempt of [
      () => listWebhooks(services, editor),
      () => createWebhook(services, editor, { url, description: '', event_types: ['AssetReady'] }),
      () => testWebhook(services, editor, { id }),
      () => redeliverWebhook(services, editor, { id, eventId: randomUUID() }),
      () => disableWebhook(services, editor, { id, reason: 'x' }),
    ])
      await expect(attempt()).rejects.toThrow();
    expect(calls).toEqual([]);
  });
});
