import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import type { RouteSpec } from '#lib/route.ts';
import type { Services } from '#lib/services.ts';
import { insertToken } from '#test/people.ts';
import { insertNamedProduct, insertReadyAsset, openPortal } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { routeModules } from './route-modules.ts';

const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
const { services } = await testServices({ JOBS_RUN_BUDGET_MS: '1', RATE_LIMIT_PER_MINUTE: '1000000' });
let admin = '';
let product = '';
let asset = '';
let hash = '';

beforeAll(async () => {
  holder.__blazonServices = services;
  const people = await openPortal(services);
  admin = (await insertToken(services.db, people.admin.id)).token;
  product = await insertNamedProduct(services, people.editor);
  ({ assetId: asset, sourceHash: hash } = await insertReadyAsset(services, people.editor, {
    productId: product,
  }));
});

afterAll(() => {
  holder.__blazonServices = undefined;
});

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const contracts = seededPolicies.find(({ slug }) => slug === 'partner')?.contracts as unknown as Json;

/** One body that is right for each route, or the nearest to it: each member of it is then made wrong in turn. */
function sampleBody(path: string): Json {
  const [first] = contracts as Json[];
  const samples: Record<string, Json> = {
    '/api/assets': {
      product_id: product,
      filename: 'kit.jpg',
      content_type: 'image/jpeg',
      byte_size: 1000,
      sha256: hash,
    },
    '/api/assets/[id]/approval': {
      version: 1,
      audiences: ['teacher'],
      note: 'n',
      publish_from: '2026-01-01',
      publish_until: '2027-01-01T00:00:00Z',
    },
    '/api/audiences': { slug: 'press', name: 'Press', purpose: 'partner campaign', icon: 'users', hue: '1' },
    '/api/audiences/[audience]/activations': { policy_version: 1, expected_active: 1, reason: 'r' },
    '/api/audiences/[audience]/policies': { contracts, note: 'n' },
    '/api/audiences/[audience]/previews': { asset_id: randomUUID(), version: 1, contract: first ?? null },
    '/api/audiences/[audience]/suspensions': { policy_version: 1, fallback: null, reason: 'r' },
    '/api/derivatives': { asset_id: asset, audience: 'teacher', format: 'print' },
    '/api/events/storage': {
      Records: [
        {
          eventName: 'ObjectCreated:Put',
          s3: {
            bucket: { name: services.store.bucket },
            object: {
              key: `assets/${asset}/original.jpg`,
              size: 1,
              eTag: 'x',
              versionId: 'v',
              sequencer: '0',
            },
          },
        },
      ],
    },
    '/api/products': { name: 'Kit', sku: 'K-1' },
    '/api/uploads/complete': { key: `assets/${asset}/original.jpg` },
    '/api/trace': { sha256: hash },
    '/api/uploads/sign': {
      method: 'PUT',
      key: `assets/${asset}/original.jpg`,
      contentType: 'image/jpeg',
      uploadId: 'u',
      partNumber: 1,
    },
  };
  return samples[path] ?? {};
}

const hostile: Json[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  2 ** 31,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '😀',
  '%00',
  '../../x',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  'x'.repeat(5000),
  '9'.repeat(39),
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '9999-12-31T23:59:59.999999999-23:59',
  '0001-01-01T00:00:00+23:59',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
  [],
  {},
  ['\0'],
  [[[[[[]]]]]],
  { __proto__: null, constructor: { prototype: 1 } },
];

/** The value itself replaced, then each member of it in turn. */
function* variants(value: Json): Generator<Json> {
  yield* hostile;
  if (Array.isArray(value)) {
    for (const changed of value.slice(0, 1).flatMap((first) => [...variants(first)]))
      yield [changed, ...value.slice(1)];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      for (const changed of variants(member)) yield { ...value, [name]: changed };
    yield { ...value, 'a\0b': 1 };
  }
}

const texts = hostile.filter((value): value is string => typeof value === 'string');
const cursors = [
  [1e308, '2026-01-01 00:00:00+00', randomUUID()],
  [1.5, '2026-01-01 00:00:00+00', randomUUID()],
  [1, '2026-99-99 99:99:99+99:99', randomUUID()],
  [1, '2026-02-30 00:00:00+00', randomUUID()],
  [1, '999999-01-01 00:00:00+00', randomUUID()],
  [1, '0000-01-01 00:00:00+00', randomUUID()],
  [1, '2026-01-01 24:00:60+15:59', randomUUID()],
  ['\0', randomUUID()],
  ['x', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
].map((values) => Buffer.from(JSON.stringify(values)).toString('base64url'));

/** Each part of a right request made wrong in turn. */
function* requests(path: string, spec: RouteSpec): Generator<Sent> {
  const right: Record<string, string> = {
    id: asset,
    audience: 'partner',
    sourceHash: hash,
    policyVersion: '1',
    format: 'campaign',
  };
  const body = spec.body ? sampleBody(path) : undefined;
  const params = Object.fromEntries(
    [...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => [name, right[name] ?? '']),
  );
  if (spec.body) for (const changed of variants(body ?? {})) yield { params, query: {}, body: changed };
  for (const name of Object.keys(params))
    for (const text of texts) yield { params: { ...params, [name]: text }, query: {}, body };
  if (!spec.query) return;
  const query = (spec.query as unknown as { shape: Record<string, unknown> }).shape;
  for (const name of Object.keys(query))
    for (const text of name === 'cursor' ? [...texts, ...cursors] : texts)
      yield { params, query: { [name]: text }, body };
}

const walked = Object.entries(routeModules).flatMap(([path, routes]) =>
  Object.entries(routes)
    .filter(([, handler]) => typeof handler === 'function' && 'spec' in handler)
    .map(([method, handler]) => [method, path, handler as Route] as const),
);
interface Sent {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Json | undefined;
}

type Route = ((request: Request, next: { params: Promise<object> }) => Promise<Response>) & {
  spec: RouteSpec;
};

describe('whatever is sent, a route answers what is wrong with it and never fails itself', () => {
  test.each(walked)('%s %s', async (method, path, handler) => {
    const send = async ({ params, query, body }: Sent) => {
      const request = new Request(`http://localhost:3000/x?${new URLSearchParams(query)}`, {
        method,
        headers: { authorization: `Bearer ${bearerOf(handler.spec)}`, 'idempotency-key': randomUUID() },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = await handler(request, { params: Promise.resolve(params) });
      if (answer.status < 400) return;
      const sent = JSON.stringify({ params, query, body }).slice(0, 500);
      expect(answer.status, sent).toBeLessThan(500);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      const requestId = answer.headers.get('x-request-id');
      expect(await answer.json()).toMatchObject({ code: expect.any(String), request_id: requestId });
    };
    for (const some of batches([...requests(path, handler.spec)])) await Promise.all(some.map(send));
  });
});

function bearerOf({ permission }: RouteSpec): string {
  if (permission === 'jobs.run') return services.env.JOBS_SECRET;
  return permission === 'events.deliver' ? services.env.EVENTS_SECRET : admin;
}

function batches<T>(all: T[], size = 8): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
