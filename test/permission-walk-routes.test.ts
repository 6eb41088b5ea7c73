import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeModules } from '#app/api/route-modules.ts';
import { may, permissions } from '#lib/auth/permissions.ts';
import { roles } from '#lib/lifecycle.ts';
import { describeRoutes, specsOf } from '#lib/openapi.ts';
import { type HttpMethod, httpMethods } from '#lib/other-methods.ts';
import { listFiles } from './app-source.ts';
import { testDatabase } from './database.ts';
import { insertPerson, insertToken, personCaller, testSettings } from './people.ts';
import { serveWith } from './serve-with.ts';

// The store is nowhere: whoever is refused must be refused before anything is asked of it.
const { db, url } = await testDatabase();
const settings = testSettings({
  DATABASE_URL: url,
  RATE_LIMIT_PER_MINUTE: '100000',
  JOBS_RUN_BUDGET_MS: '200',
  METRICS_TOKEN: 'a-secret-for-tests-that-reads-metrics',
});
serveWith(settings);

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

const operations = Object.entries(routeModules).flatMap(([route, module]) =>
  specsOf(module).map(([method, spec]) => ({ route, method, spec, handle: module[method] as Handler })),
);

const callers = [
  { name: 'nobody', actor: { kind: 'anonymous' as const }, bearer: undefined },
  ...(await Promise.all(
    roles.map(async (role) => {
      const { id } = await insertPerson(db, { role });
      const { token } = await insertToken(db, id);
      return { name: role, actor: personCaller(id, role).actor, bearer: token };
    }),
  )),
  { name: 'jobs', actor: { kind: 'system' as const, name: 'jobs' }, bearer: settings.JOBS_SECRET },
  { name: 'events', actor: { kind: 'system' as const, name: 'events' }, bearer: settings.EVENTS_SECRET },
  { name: 'metrics', actor: { kind: 'system' as const, name: 'metrics' }, bearer: settings.METRICS_TOKEN },
];

function call(
  operation: (typeof operations)[number],
  bearer: string | undefined,
  sent: { param: string; body: string },
): Promise<Response> {
  const names = [...operation.route.matchAll(/\[(\w+)\]/g)].map(([, name]) => [name, sent.param]);
  const request = new Request(`http://localhost:3000${operation.route.replace(/\[\w+\]/g, sent.param)}`, {
    method: operation.method,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    ...(operation.method === 'GET' || operation.method === 'HEAD' ? {} : { body: sent.body }),
  });
  return operation.handle(request, { params: Promise.resolve(Object.fromEntries(names)) });
}

const noParams = { params: Promise.resolve({}) };

const requestOf = (route: string, method: string) =>
  new Request(`http://localhost:3000${route}`, { method, headers: { 'x-request-id': 'asked-by-a-test' } });

/** What a module must answer itself: Next derives HEAD from GET, and its own 405 is empty. */
function refusedMethods(module: Readonly<Record<string, unknown>>): HttpMethod[] {
  const handled: string[] = specsOf(module).map(([method]) => method);
  return httpMethods.filter(
    (method) =>
      method !== 'OPTIONS' && !handled.includes(method) && !(method === 'HEAD' && handled.includes('GET')),
  );
}

describe('every route', () => {
  it('of the file system is in the list, and the list names no other', () => {
    const found = listFiles('app', /^route\.tsx?$/)
      .map((file) => `/${path.dirname(path.relative('app', file))}`)
      // next-auth's own handlers are how somebody gets in; the other one answers that there is nothing.
      .filter((route) => route !== '/api/auth/[...nextauth]' && route !== '/api/[...path]');
    expect(Object.keys(routeModules).sort()).toEqual(found.sort());
  });

  it('exports handlers that name a permission of the table, and a refusal for every other method', () => {
    for (const [route, module] of Object.entries(routeModules)) {
      const handled = specsOf(module).map(([method]) => method);
      const answered = [...handled, ...refusedMethods(module), 'OPTIONS'];
      const exported = Object.keys(module).filter((name) => /^[A-Z]+$/.test(name));
      expect(exported.sort(), route).toEqual(answered.sort());
      expect(handled.length, route).toBeGreaterThan(0);
    }
    for (const { spec } of operations) expect(Object.keys(permissions)).toContain(spec.permission);
  });

  it('answers every other method with a problem that names those it knows', async () => {
    for (const [route, module] of Object.entries(routeModules)) {
      const handled = specsOf(module).map(([method]) => method as string);
      for (const method of refusedMethods(module)) {
        const response = await (module[method] as Handler)(requestOf(route, method), noParams);
        const problem = await response.json();
        expect([response.status, problem.code, problem.status], `${method} ${route}`).toEqual([
          405,
          'method_not_allowed',
          405,
        ]);
        expect(response.headers.get('content-type')).toBe('application/problem+json');
        expect(response.headers.get('x-request-id')).toBe('asked-by-a-test');
        expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(handled));
        expect(response.headers.get('allow')).not.toContain(method);
      }
    }
  });

  it('tells what it allows, and HEAD where it has GET', async () => {
    for (const [route, module] of Object.entries(routeModules)) {
      const response = await (module.OPTIONS as Handler)(requestOf(route, 'OPTIONS'), noParams);
      const handled = specsOf(module).map(([method]) => method as string);
      const expected = [...handled, 'OPTIONS', ...(handled.includes('GET') ? ['HEAD'] : [])];
      expect(response.status).toBe(204);
      expect(response.headers.get('allow')?.split(', ').sort(), route).toEqual(expected.sort());
      expect(response.headers.get('x-request-id')).toBe('asked-by-a-test');
    }
  });

  it('refuses whom the table does not list, before it reads anything they sent', async () => {
    const denied = operations.flatMap((operation) =>
      callers
        .filter(({ actor }) => !may(actor, operation.spec.permission))
        .map((caller) => ({ operation, caller })),
    );
    expect(denied.length).toBeGreaterThan(0);
    for (const { operation, caller } of denied) {
      const response = await call(operation, caller.bearer, { param: 'no id', body: '{"torn' });
      const problem = await response.json();
      const expected = caller.name === 'nobody' ? [401, 'unauthenticated'] : [403, 'forbidden'];
      const what = `${caller.name}: ${operation.method} ${operation.route}`;
      expect([response.status, problem.code], what).toEqual(expected);
    }
  });

  it('lets in whom the table lists', async () => {
    const allowed = operations.flatMap((operation) =>
      callers
        .filter(({ actor }) => may(actor, operation.spec.permission))
        .map((caller) => ({ operation, caller })),
    );
    await Promise.all(
      allowed.map(async ({ operation, caller }) => {
        const response = await call(operation, caller.bearer, { param: randomUUID(), body: '{"torn' });
        await response.body?.cancel();
        expect([401, 403], `${caller.name}: ${operation.method} ${operation.route}`).not.toContain(
          response.status,
        );
      }),
    );
  });

  it('answers 401 to a token that was revoked, also where nobody need sign in', async () => {
    for (const operation of operations) {
      const response = await call(operation, 'blz_revoked', { param: randomUUID(), body: '{}' });
      expect(response.status, operation.route).toBe(401);
    }
  });
});

describe('the description', () => {
  const document = JSON.parse(
    JSON.stringify(
      describeRoutes(routeModules, { title: 'T', version: '1', server: 'http://localhost:3000' }),
    ),
  );

  it('has every operation once, each path parameter named', () => {
    const described = Object.entries(document.paths).flatMap(([route, methods]) =>
      Object.entries(
        methods as Record<string, { operationId: string; parameters: { in: string; name: string }[] }>,
      ).map(([method, { operationId, parameters }]) => {
        const named = parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name }) => `{${name}}`);
        expect(route.match(/\{\w+\}/g) ?? []).toEqual(named);
        return { method, operationId };
      }),
    );
    expect(described).toHaveLength(operations.length);
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('refers to nothing that is not in it', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, to = '']) => to,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference.split('/').reduce((node, key) => node?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });
});
