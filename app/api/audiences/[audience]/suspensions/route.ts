import { otherMethods } from '#lib/other-methods.ts';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import { route } from '#lib/route.ts';
import { audienceParams, suspensionAnswer, suspensionRequest } from '../../policy-schemas.ts';

export const POST = route(
  {
    permission: 'policy.write',
    summary: 'Stop a policy version and move reads to its fallback, or to nothing',
    params: audienceParams,
    body: suspensionRequest,
    responses: { 201: suspensionAnswer },
  },
  async ({ services, caller, params, body }) => {
    const suspension = await suspendPolicy(services, caller, {
      audience: params.audience,
      policyVersion: body.policy_version,
      fallback: body.fallback,
      reason: body.reason,
    });
    return Response.json(suspension, { status: 201 });
  },
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
