import { z } from 'zod';
import { requestDerivative } from '#lib/deliver/request-derivative.ts';
import { Problem } from '#lib/errors.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

/** Ids of any shape are taken: one that no asset can have is answered like one that no asset has. */
const derivativeRequest = z.strictObject({
  asset_id: z.string().max(100),
  audience: z.string().max(40),
  format: z.string().max(40),
});

const published = z.object({
  state: z.literal('published'),
  url: z.string(),
  view_url: z.string(),
  manifest_url: z.string(),
  /** The file is of an earlier policy version while that of the active one is made. */
  pending: z.literal(true).optional(),
  status_url: z.string().optional(),
});

export const POST = route(
  {
    permission: 'derivative.request',
    summary: 'Ask for a file; it is made where it is not there yet, once however often it is asked for',
    body: derivativeRequest,
    again: 'anew',
    responses: { 200: published, 202: z.object({ state: z.literal('queued'), status_url: z.string() }) },
  },
  async ({ services, caller, body }) => {
    const { asset_id: assetId, audience, format } = body;
    const answer = await requestDerivative(services, caller, { assetId, audience, format });
    if (answer.state === 'published') return Response.json(answer);
    if (answer.state === 'queued')
      return Response.json(answer, { status: 202, headers: { 'Retry-After': '1' } });
    throw new Problem('derivative_failed', answer.message, {
      details: { state: 'failed', code: answer.code },
    });
  },
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
