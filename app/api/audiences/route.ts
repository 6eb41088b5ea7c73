import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { createAudience, newAudience } from '#lib/policy/create-audience.ts';
import { listAudiences } from '#lib/policy/list-audiences.ts';
import { route } from '#lib/route.ts';
import { audienceShape } from './policy-schemas.ts';

export const GET = route(
  {
    permission: 'policy.read',
    summary: 'Every audience with the policy version that it is given by now',
    responses: { 200: z.object({ items: z.array(audienceShape), next_cursor: z.null() }) },
  },
  async ({ services, caller }) =>
    Response.json({ items: await listAudiences(services, caller), next_cursor: null }),
);

export const POST = route(
  {
    permission: 'policy.write',
    summary: 'Add an audience; it is given nothing until a policy version of its own is activated',
    body: newAudience,
    responses: { 201: z.object({ slug: z.string() }) },
  },
  async ({ services, caller, body }) =>
    Response.json(await createAudience(services, caller, body), { status: 201 }),
);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods({ GET, POST });
