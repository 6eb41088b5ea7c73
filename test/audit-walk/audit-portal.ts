import sharp from 'sharp';
import { routeModules } from '#app/api/route-modules.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import type { Services } from '#lib/services.ts';
import { cutoutPortal } from '#test/cutout-portal.ts';
import { sessionCookie } from '#test/people.ts';
import type { Someone } from '#test/portal.ts';
import { watchWrites } from './watch-writes.ts';

/** What one entry point does when all goes well: the acts that are on record after it, or why there are none. */
export type Act = { records: string[]; act: () => Promise<unknown> } | { reads: string };

/** The same of work that nobody asked for by name; where nothing is on record after it, `because` says why. */
export type Work =
  | { records: [string, ...string[]]; act: () => Promise<unknown> }
  | { because: string; act?: () => Promise<unknown> };

type Handler = (request: Request, next: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** A whole portal, of the kind `services()` answers with too, whose writes are watched. */
export async function auditPortal() {
  const portal = await cutoutPortal();
  const { services } = portal;
  (globalThis as typeof globalThis & { __blazonServices?: Services }).__blazonServices = services;
  let shade = 0;
  let requestId = '';
  return {
    ...portal,
    watch: await watchWrites(services.db),
    work: () => drainJobs(services, jobHandlers, { budgetMs: 30_000, random: () => 0 }),
    /** The id that calls are sent under from now on. */
    sendUnder(id: string) {
      requestId = id;
    },
    /** A picture of other bytes each time. */
    async picture(): Promise<Buffer> {
      shade += 1;
      const background = { r: shade, g: 90, b: 40 };
      return sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .png()
        .toBuffer();
    },
    /** Calls a route as somebody, by its name in the list of routes, and answers what it said. */
    async call(
      operation: string,
      who: Someone | string,
      sent: { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> } = {},
    ) {
      const [method = '', route = ''] = operation.split(' ');
      const handle = routeModules[route]?.[method] as Handler;
      const identity: Record<string, string> =
        typeof who === 'string'
          ? { authorization: `Bearer ${who}` }
          : { cookie: await sessionCookie(services.env, who.id) };
      const path = route.replace(/\[(\w+)\]/g, (_, name) => sent.params?.[name] ?? '');
      const request = new Request(`http://localhost:3000${path}`, {
        method,
        headers: {
          origin: 'http://localhost:3000',
          ...identity,
          ...sent.headers,
          ...(requestId && { 'x-request-id': requestId }),
        },
        ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      });
      const response = await handle(request, { params: Promise.resolve(sent.params ?? {}) });
      const text = await response.text();
      if (response.status >= 400) throw new Error(`${operation}: ${response.status} ${text}`);
      return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    },
  };
}
