import { audienceManifest, readManifest } from '#lib/deliver/read-manifest.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { derivativeKey, derivativeParams } from '../../../../../derivative-params.ts';

export const GET = route(
  {
    permission: 'manifest.read',
    summary: 'Why a file looks as it does: contract, policy version, hashes; staff also get persons and jobs',
    params: derivativeParams,
    responses: { 200: audienceManifest },
  },
  async ({ services, caller, params }) =>
    Response.json(await readManifest(services, caller, derivativeKey(params))),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
