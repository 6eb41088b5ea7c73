import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { createProduct } from '#lib/upload/create-product.ts';
import { newProduct, product, productPage, productQuery } from '#lib/upload/product-schema.ts';
import { listProducts } from '#lib/upload/products.ts';

export const POST = route(
  {
    permission: 'product.create',
    summary: 'Make a product for photos to belong to',
    body: newProduct,
    responses: { 201: product },
  },
  async ({ services, caller, body }) => {
    const made = await createProduct(services, caller, body);
    return Response.json(made, { status: 201, headers: { Location: `/api/products/${made.id}` } });
  },
);

export const GET = route(
  {
    permission: 'library.read',
    summary: 'Every product, by name',
    query: productQuery,
    responses: { 200: productPage },
  },
  async ({ services, caller, query }) => Response.json(await listProducts(services, caller, query)),
);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods({ POST, GET });
