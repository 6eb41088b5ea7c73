import { z } from 'zod';
import { checkReadiness } from '#lib/observe/readiness.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

const part = z.object({ ok: z.boolean(), message: z.string() });
const readiness = z.object({
  ready: z.boolean(),
  checks: z.object({ database: part, store: part, worker: part }),
});

/** 200 once a photo could go the whole way; 503 says which part it would wait for. */
export const GET = route(
  {
    permission: 'health.read',
    summary: 'Whether every part works',
    responses: { 200: readiness, 503: readiness },
  },
  async ({ services }) => {
    const answer = await checkReadiness(services);
    return Response.json(answer, { status: answer.ready ? 200 : 503 });
  },
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
