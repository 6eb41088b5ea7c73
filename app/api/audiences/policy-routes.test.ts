import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import type { Services } from '#lib/services.ts';
import { insertToken } from '#test/people.ts';
import { insertNamedProduct, insertReadyAsset, openPortal, type Someone } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import * as approval from '../assets/[id]/approval/route.ts';
import * as original from '../assets/[id]/original/route.ts';
import * as activations from './[audience]/activations/route.ts';
import * as policies from './[audience]/policies/route.ts';
import * as suspensions from './[audience]/suspensions/route.ts';
import * as audiences from './route.ts';

const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
const { services } = await testServices();
let editor: Someone;
let tokens: { admin: string; editor: string };

beforeAll(async () => {
  holder.__blazonServices = services;
  const people = await openPortal(services);
  editor = people.editor;
  tokens = {
    admin: (await insertToken(services.db, people.admin.id)).token,
    editor: (await insertToken(services.db, people.editor.id)).token,
  };
});

afterAll(() => {
  holder.__blazonServices = undefined;
});

type Handler = (request: Request, next: { params: Promise<Record<string, unknown>> }) => Promise<Response>;

async function call(
  handler: Handler,
  method: string,
  { params = {}, body, token = tokens.admin }: { params?: object; body?: object; token?: string },
) {
  const request = new Request('http://localhost:3000/api/x', {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({ ...params }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined };
}

const contracts = seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts ?? [];

async function newAudience(): Promise<string> {
  const slug = `a-${randomUUID().slice(0, 8)}`;
  const body = { slug, name: 'Press', purpose: 'partner campaign' };
  expect((await call(audiences.POST, 'POST', { body })).status).toBe(201);
  return slug;
}

describe('policies over HTTP', () => {
  test('a version is written with 201, activated, refused under a stale expectation with 409, rolled back', async () => {
    const params = { audience: await newAudience() };
    const write = () => call(policies.POST, 'POST', { params, body: { contracts, note: 'n' } });
    const activate = (policy_version: number, expected_active: number | null) =>
      call(activations.POST, 'POST', { params, body: { policy_version, expected_active, reason: 'r' } });
    expect(await write()).toMatchObject({ status: 201, json: { version: 1, state: 'draft' } });
    expect(await write()).toMatchObject({ status: 201, json: { version: 2 } });
    expect(await activate(1, null)).toMatchObject({ status: 201, json: { replaced_version: null } });
    expect(await activate(2, null)).toMatchObject({
      status: 409,
      json: { code: 'activation_conflict', active_version: 1 },
    });
    expect((await activate(2, 1)).status).toBe(201);
    expect(await activate(1, 2)).toMatchObject({
      status: 201,
      json: { policy_version: 1, replaced_version: 2 },
    });
    const { json } = await call(policies.GET, 'GET', { params });
    expect(
      json.items.map(({ version, state }: { version: number; state: string }) => [version, state]),
    ).toEqual([
      [2, 'superseded'],
      [1, 'active'],
    ]);
    const body = { policy_version: 1, fallback: 2, reason: 'r' };
    expect(await call(suspensions.POST, 'POST', { params, body })).toMatchObject({
      status: 201,
      json: { fallback_version: 2 },
    });
  });

  test('a contract without a mark decision is refused at its field', async () => {
    const params = { audience: 'teacher' };
    const unmarked = contracts.map(({ watermark: _, ...contract }) => contract);
    const { status, json } = await call(policies.POST, 'POST', {
      params,
      body: { contracts: unmarked, note: '' },
    });
    expect(status).toBe(400);
    expect(json.issues[0].path).toBe('contracts.0.watermark');
  });

  test('are an admin’s to write', async () => {
    const params = { audience: 'teacher' };
    const asked = { params, body: { contracts, note: '' }, token: tokens.editor };
    expect((await call(policies.POST, 'POST', asked)).status).toBe(403);
    expect((await call(audiences.GET, 'GET', { token: tokens.editor })).status).toBe(200);
  });
});

describe('approvals over HTTP', () => {
  test('are 201 at first, 200 where one is replaced, and withdrawn with 204 however often', async () => {
    const productId = await insertNamedProduct(services, editor);
    const { assetId } = await insertReadyAsset(services, editor, { productId });
    const asked = {
      params: { id: assetId },
      body: { version: 1, audiences: ['teacher'] },
      token: tokens.editor,
    };
    expect(await call(approval.PUT, 'PUT', asked)).toMatchObject({
      status: 201,
      json: { audiences: ['teacher'] },
    });
    expect((await call(approval.PUT, 'PUT', asked)).status).toBe(200);
    const withdraw = { params: { id: assetId }, token: tokens.editor };
    expect((await call(approval.DELETE, 'DELETE', withdraw)).status).toBe(204);
    expect((await call(approval.DELETE, 'DELETE', withdraw)).status).toBe(204);
    expect((await call(approval.DELETE, 'DELETE', { params: { id: randomUUID() } })).status).toBe(404);
  });

  test('refuse a window that says no day', async () => {
    const productId = await insertNamedProduct(services, editor);
    const { assetId } = await insertReadyAsset(services, editor, { productId });
    const body = { version: 1, publish_until: '2026-02-30' };
    const { status, json } = await call(approval.PUT, 'PUT', { params: { id: assetId }, body });
    expect(status).toBe(400);
    expect(json.issues[0].path).toBe('publish_until');
  });
});

test('an original is a redirect that nobody may cache', async () => {
  const productId = await insertNamedProduct(services, editor);
  const { assetId } = await insertReadyAsset(services, editor, { productId });
  const { status, headers } = await call(original.GET, 'GET', {
    params: { id: assetId },
    token: tokens.editor,
  });
  expect(status).toBe(307);
  expect(headers.get('cache-control')).toBe('private, no-store');
});
