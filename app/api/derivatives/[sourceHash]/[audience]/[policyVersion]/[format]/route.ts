import { z } from 'zod';
import { openDerivative } from '#lib/deliver/open-derivative.ts';
import { redirectToStore } from '#lib/deliver/redirect-to-store.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { derivativeKey, derivativeParams } from '../../../../derivative-params.ts';

const query = z.object({
  /** Whose file name a download gets, where several assets share the source. */
  asset: z.uuid().optional().catch(undefined),
  /** To be shown in a page rather than kept; thumbnails always are. */
  view: z.literal('1').optional().catch(undefined),
});

export const GET = route(
  {
    permission: 'derivative.read',
    summary: 'One published file: a redirect to a signed URL that ends within 60 seconds',
    params: derivativeParams,
    query,
    responses: { 307: null },
  },
  async ({ services, caller, params, query }) => {
    const view = query.view === '1';
    const opened = await openDerivative(services, caller, {
      ...derivativeKey(params),
      assetId: query.asset,
      view,
    });
    return redirectToStore(opened.url);
  },
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
