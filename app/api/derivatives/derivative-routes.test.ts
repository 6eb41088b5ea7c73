import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import type { Services } from '#lib/services.ts';
import { insertToken } from '#test/people.ts';
import {
  hashOf,
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  openPortal,
  publishFile,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import * as manifest from './[sourceHash]/[audience]/[policyVersion]/[format]/manifest/route.ts';
import * as derivative from './[sourceHash]/[audience]/[policyVersion]/[format]/route.ts';
import * as derivatives from './route.ts';

const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
const { services } = await testServices();
let [admin, editor] = [] as Someone[] as [Someone, Someone];
let tokens: { teacher: string; partner: string; editor: string };

beforeAll(async () => {
  holder.__blazonServices = services;
  ({ admin, editor } = await openPortal(services));
  const tokenOf = async ({ id }: { id: string }) => (await insertToken(services.db, id)).token;
  tokens = {
    teacher: await tokenOf(await insertMember(services, 'teacher')),
    partner: await tokenOf(await insertMember(services, 'partner')),
    editor: await tokenOf(editor),
  };
});

afterAll(() => {
  holder.__blazonServices = undefined;
});

type Name = { sourceHash: string; audience: string; policyVersion: string; format: string };
type Handler = (request: Request, next: { params: Promise<Record<string, unknown>> }) => Promise<Response>;

function get(handler: Handler, name: Name, token?: string, query = '') {
  const request = new Request(`http://localhost:3000/api/derivatives${query}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return handler(request, { params: Promise.resolve(name) });
}

function ask(body: object, token?: string) {
  const request = new Request('http://localhost:3000/api/derivatives', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return derivatives.POST(request, { params: Promise.resolve({}) });
}

/** The answer without the one member that differs between any two. */
async function told(response: Response) {
  const { request_id, ...rest } = await response.json();
  return { status: response.status, cache: response.headers.get('cache-control'), ...rest };
}

async function published(audience = 'teacher', format = 'web-small') {
  const productId = await insertNamedProduct(services, editor);
  const photo = await insertReadyAsset(services, editor, { productId, filename: 'x (2).png' });
  await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences: [audience] });
  await publishFile(services, { sourceHash: photo.sourceHash, audience, format });
  return { ...photo, name: { sourceHash: photo.sourceHash, audience, policyVersion: '1', format } };
}

describe('GET of a derivative', () => {
  test('is a redirect that nobody may cache, to a URL that ends within a minute', async () => {
    const { name, assetId } = await published();
    const response = await get(derivative.GET, name, tokens.teacher, `?asset=${assetId}`);
    expect(response.status).toBe(307);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    const url = new URL(response.headers.get('location') ?? '');
    expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    const file = await fetch(url);
    expect(file.headers.get('content-type')).toBe('image/webp');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="x (2)-web-small.webp"');
  });

  test('tells whoever may not see it what it tells of one that does not exist', async () => {
    const hidden = await published();
    const withdrawn = await published();
    await withdrawApproval(services, editor, withdrawn);
    for (const route of [derivative.GET, manifest.GET]) {
      const absent = await told(
        await get(route, { ...hidden.name, sourceHash: hashOf('nothing') }, tokens.partner),
      );
      expect(absent).toMatchObject({ status: 404, code: 'not_found' });
      for (const [name, token] of [
        [hidden.name, tokens.partner],
        [withdrawn.name, tokens.teacher],
        [{ ...hidden.name, policyVersion: '9' }, tokens.teacher],
        [{ ...hidden.name, format: 'original' }, tokens.teacher],
        [{ ...hidden.name, audience: 'no-such-audience' }, tokens.teacher],
      ] as const)
        expect(await told(await get(route, name, token))).toEqual(absent);
    }
  });

  test('answers 404 to names that no file can have', async () => {
    const { name } = await published();
    for (const changed of [{ sourceHash: '../masters' }, { policyVersion: '0' }, { policyVersion: '1e3' }])
      expect((await get(derivative.GET, { ...name, ...changed }, tokens.teacher)).status).toBe(404);
  });

  test('asks the public to sign in, except for public files', async () => {
    const { name } = await published();
    const open = await published('public', 'catalog');
    expect((await get(derivative.GET, name)).status).toBe(401);
    expect((await get(derivative.GET, open.name)).status).toBe(307);
  });
});

describe('GET of a manifest', () => {
  test('gives audiences the reasons, and no person, job or note', async () => {
    const { name } = await published();
    const body = await (await get(manifest.GET, name, tokens.teacher)).json();
    expect(body.decision[0]).toBe(
      'This file carries no mark because teacher policy version 1 says so for the format web-small.',
    );
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['audience', 'bytes', 'contract', 'decision', 'format', 'has_alpha', 'height', 'made_at'],
        ...[
          'master_hash',
          'media_type',
          'name',
          'policy_version',
          'sha256',
          'source_hash',
          'transform',
          'width',
        ],
      ].sort(),
    );
  });

  test('gives staff the whole of it', async () => {
    const { name } = await published();
    const body = await (await get(manifest.GET, name, tokens.editor)).json();
    expect(body.made_by).toMatchObject({ fence: 1 });
    expect(body.policy).toMatchObject({ version: 1 });
  });
});

describe('POST of a request for a file', () => {
  test('answers 200 with the file, or 202 with where to look and when', async () => {
    const { assetId } = await published();
    const there = await ask({ asset_id: assetId, audience: 'teacher', format: 'web-small' }, tokens.teacher);
    expect(there.status).toBe(200);
    expect(await there.json()).toMatchObject({ state: 'published', url: expect.stringMatching('^/api/') });
    const made = await ask({ asset_id: assetId, audience: 'teacher', format: 'print' }, tokens.teacher);
    expect(made.status).toBe(202);
    expect(Number(made.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await made.json()).toEqual({
      state: 'queued',
      status_url: expect.stringMatching('^/api/jobs/[0-9a-f-]{36}$'),
    });
  });

  test('answers 422 with the code of a failure that is remembered', async () => {
    const { assetId, sourceHash } = await published();
    await services.db
      .insertInto('derivative_failures')
      .values({
        source_hash: sourceHash,
        audience: 'teacher',
        policy_version: 1,
        format: 'print',
        job_id: randomUUID(),
        code: 'contract_unmet',
        message: 'It does not fit.',
      })
      .execute();
    const response = await ask({ asset_id: assetId, audience: 'teacher', format: 'print' }, tokens.teacher);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      state: 'failed',
      code: 'contract_unmet',
      detail: 'It does not fit.',
    });
  });

  test('tells a member of a guessed or foreign asset id what it tells of one that does not exist', async () => {
    const { assetId } = await published();
    const question = { audience: 'partner', format: 'campaign' };
    const absent = await told(await ask({ ...question, asset_id: randomUUID() }, tokens.partner));
    expect(absent).toMatchObject({ status: 404, code: 'not_found' });
    for (const asset_id of [assetId, 'guess'])
      expect(await told(await ask({ ...question, asset_id }, tokens.partner))).toEqual(absent);
    expect(
      await told(await ask({ ...question, asset_id: assetId, audience: 'teacher' }, tokens.partner)),
    ).toEqual(absent);
  });

  test('answers 409 while the policy is suspended and nothing stands in', async () => {
    const { assetId, name } = await published('internal', 'review');
    await suspendPolicy(services, admin, {
      audience: 'internal',
      policyVersion: 1,
      fallback: null,
      reason: 'test',
    });
    const response = await ask({ asset_id: assetId, audience: 'internal', format: 'review' }, tokens.editor);
    expect(await told(response)).toMatchObject({ status: 409, code: 'policy_suspended' });
    expect((await get(derivative.GET, name, tokens.editor)).status).toBe(409);
  });
});
