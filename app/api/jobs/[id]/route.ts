import { z } from 'zod';
import { derivativePaths } from '#lib/deliver/derivative-paths.ts';
import { getJob } from '#lib/jobs/get-job.ts';
import { jobStates } from '#lib/lifecycle.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

const answer = z.object({
  id: z.uuid(),
  state: z.enum(jobStates),
  queue: z.string(),
  attempts: z.number().int().nullable(),
  result: z.object({ url: z.string(), view_url: z.string(), manifest_url: z.string() }).optional(),
  /** The version of an asset that a cut-out made. */
  version: z.object({ asset_id: z.uuid(), version: z.number().int() }).optional(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** Where work that was asked for has come to. */
export const GET = route(
  {
    permission: 'job.read',
    summary: 'State of a job that the caller may know',
    params: z.object({ id: z.uuid() }),
    responses: { 200: answer },
  },
  async ({ services, caller, params }) => {
    const { made, made_version: version, ...job } = await getJob(services, caller, params.id);
    const result = made && derivativePaths(made.derivative, made.asset_id);
    const isOver = job.state === 'done' || job.state === 'dead';
    return Response.json({ ...job, result, version }, { headers: isOver ? {} : { 'Retry-After': '1' } });
  },
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
