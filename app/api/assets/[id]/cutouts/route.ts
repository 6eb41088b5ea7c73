import { z } from 'zod';
import { cutoutParameters } from '#lib/cutout/cutout-parameters.ts';
import { listCutoutWork } from '#lib/cutout/list-cutout-work.ts';
import { listRemovers } from '#lib/cutout/list-removers.ts';
import { madeHow } from '#lib/cutout/made-how.ts';
import { requestCutout } from '#lib/cutout/request-cutout.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

const cutoutRequest = cutoutParameters.extend({
  /** The original to cut out; left out: the newest one. */
  from_version: z.number().int().min(1).max(1_000_000).optional(),
});

const params = z.object({ id: z.uuid() });

const remover = z.object({
  id: z.string(),
  label: z.string(),
  licence: z.string(),
  licence_note: z.string().nullable(),
  revision: z.string(),
});
const work = { job_id: z.uuid(), made_how: madeHow };

export const GET = route(
  {
    permission: 'library.read',
    summary: 'The removers there are, and the cut-outs of an asset that are under way or could not be made',
    params,
    responses: {
      200: z.object({
        removers: z.array(remover),
        base: z.object({ version: z.number().int(), warning: z.string().nullable() }).nullable(),
        under_way: z.array(z.looseObject({ ...work, state: z.enum(['waiting', 'running', 'retry']) })),
        failed: z.array(z.looseObject({ ...work, code: z.string(), message: z.string() })),
      }),
    },
  },
  async ({ services, caller, params }) =>
    Response.json({
      removers: listRemovers(services, caller),
      ...(await listCutoutWork(services, caller, { assetId: params.id })),
    }),
);

export const POST = route(
  {
    permission: 'asset.edit',
    summary:
      'Remove the background, as a new version; the same parameters make one version, however often asked',
    params,
    body: cutoutRequest,
    isRepeatable: true,
    responses: {
      200: z.object({ state: z.literal('made'), version: z.number().int() }),
      202: z.object({
        state: z.literal('queued'),
        job_id: z.uuid(),
        status_url: z.string(),
        warning: z.string().nullable(),
      }),
    },
  },
  async ({ services, caller, params, body: { from_version: fromVersion, ...parameters } }) => {
    const answer = await requestCutout(services, caller, { assetId: params.id, fromVersion, ...parameters });
    if (answer.state === 'made') return Response.json(answer);
    return Response.json(answer, { status: 202, headers: { 'Retry-After': '1' } });
  },
);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods({ GET, POST });
