import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { product } from '#lib/upload/product-schema.ts';
import { getProduct } from '#lib/upload/products.ts';

export const GET = route(
  {
    permission: 'library.read',
    summary: 'One product',
    params: z.object({ id: z.uuid() }),
    responses: { 200: product },
  },
  async ({ services, caller, params }) =>
    Response.json(await getProduct(services, caller, { productId: params.id })),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
