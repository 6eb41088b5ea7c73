import { otherMethods } from '#lib/other-methods.ts';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { route } from '#lib/route.ts';
import { activationAnswer, activationRequest, audienceParams } from '../../policy-schemas.ts';

export const POST = route(
  {
    permission: 'policy.write',
    summary: 'Activate a policy version; with an older one it is the rollback',
    params: audienceParams,
    body: activationRequest,
    responses: { 201: activationAnswer },
  },
  async ({ services, caller, params, body }) => {
    const activation = await activatePolicy(services, caller, {
      audience: params.audience,
      policyVersion: body.policy_version,
      expectedActive: body.expected_active,
      reason: body.reason,
    });
    return Response.json(activation, { status: 201 });
  },
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
