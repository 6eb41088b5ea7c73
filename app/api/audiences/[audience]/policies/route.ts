import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import { listPolicyVersions } from '#lib/policy/list-policy-versions.ts';
import { route } from '#lib/route.ts';
import {
  audienceParams,
  newPolicyVersion,
  policyVersionCreated,
  policyVersionShape,
} from '../../policy-schemas.ts';

export const GET = route(
  {
    permission: 'policy.read',
    summary: 'Every policy version of an audience with its state and history, newest first',
    params: audienceParams,
    responses: { 200: z.object({ items: z.array(policyVersionShape), next_cursor: z.null() }) },
  },
  async ({ services, caller, params }) =>
    Response.json({ items: await listPolicyVersions(services, caller, params), next_cursor: null }),
);

export const POST = route(
  {
    permission: 'policy.write',
    summary: 'Write a new policy version; nothing changes until it is activated',
    params: audienceParams,
    body: newPolicyVersion,
    responses: { 201: policyVersionCreated },
  },
  async ({ services, caller, params, body }) =>
    Response.json(await createPolicyVersion(services, caller, { ...params, ...body }), { status: 201 }),
);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods({ GET, POST });
