import { z } from 'zod';
import { openStaffThumbnail } from '#lib/deliver/open-staff-thumbnail.ts';
import { redirectToStore } from '#lib/deliver/redirect-to-store.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

export const GET = route(
  {
    permission: 'library.read',
    summary: 'The picture by which staff know an asset',
    params: z.object({ id: z.uuid() }),
    query: z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    responses: { 307: null },
  },
  async ({ services, caller, params, query }) =>
    redirectToStore((await openStaffThumbnail(services, caller, { assetId: params.id, ...query })).url),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
