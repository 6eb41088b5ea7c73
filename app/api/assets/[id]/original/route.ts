import { z } from 'zod';
import { openOriginal } from '#lib/deliver/open-original.ts';
import { redirectToStore } from '#lib/deliver/redirect-to-store.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

export const GET = route(
  {
    permission: 'asset.original',
    summary: 'Download the original of a version; on record',
    params: z.object({ id: z.uuid() }),
    query: z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    responses: { 307: null },
  },
  async ({ services, caller, params, query }) =>
    redirectToStore((await openOriginal(services, caller, { assetId: params.id, ...query })).url),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
