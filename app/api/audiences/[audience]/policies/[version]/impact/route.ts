import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { getActivationImpact } from '#lib/policy/get-activation-impact.ts';
import { route } from '#lib/route.ts';
import { activationImpactShape, audienceParams } from '../../../../policy-schemas.ts';

export const GET = route(
  {
    permission: 'policy.read',
    summary:
      'What activating a version, or rolling back to it, would do by now: files counted, and about how long',
    params: audienceParams.extend({ version: z.coerce.number<string>().int().min(1).max(1_000_000) }),
    responses: { 200: activationImpactShape },
  },
  async ({ services, caller, params }) => Response.json(await getActivationImpact(services, caller, params)),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
