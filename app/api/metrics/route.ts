import { findLocalScraper } from '#lib/auth/local-scraper.ts';
import { metricsContentType, readMetrics } from '#lib/observe/read-metrics.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

/** What all processes counted and how the installation stands: any web process answers for all of them. */
export const GET = route(
  {
    permission: 'metrics.read',
    summary: 'Metrics in the Prometheus text format',
    responses: { 200: null },
    findActor: findLocalScraper,
  },
  async ({ services }) =>
    new Response(await readMetrics(services), { headers: { 'Content-Type': metricsContentType } }),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
