import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import { route } from '#lib/route.ts';

const params = z.object({ id: z.uuid() });

const bound = z.string().max(40).nullable().optional();

const approvalRequest = z.strictObject({
  version: z.number().int().min(1).max(1_000_000),
  /** Left out: all of them. */
  audiences: z.array(z.string().max(40)).max(1000).optional(),
  note: z.string().trim().max(2000).optional(),
  /** A date, meaning the whole day in the portal's time zone, or a time with its offset. */
  publish_from: bound,
  publish_until: bound,
});

const approvalAnswer = z.object({
  approval_id: z.uuid(),
  asset_id: z.uuid(),
  version: z.number().int(),
  audiences: z.array(z.string()),
  note: z.string(),
  publish_from: z.string().nullable(),
  publish_until: z.string().nullable(),
  approved_at: z.string(),
});

export const PUT = route(
  {
    permission: 'asset.approve',
    summary: 'Approve one version for audiences and a window, in place of the approval that stands',
    params,
    body: approvalRequest,
    responses: { 200: approvalAnswer, 201: approvalAnswer },
  },
  async ({ services, caller, params, body }) => {
    const { created, approval } = await approveVersion(services, caller, { assetId: params.id, ...body });
    return Response.json(approval, { status: created ? 201 : 200 });
  },
);

export const DELETE = route(
  {
    permission: 'asset.approve',
    summary: 'Withdraw the approval; once this is answered no URL is issued',
    params,
    responses: { 204: null },
  },
  async ({ services, caller, params }) => {
    await withdrawApproval(services, caller, { assetId: params.id });
    return new Response(null, { status: 204 });
  },
);

export const { GET, HEAD, OPTIONS, PATCH, POST } = otherMethods({ PUT, DELETE });
