import * as asset from './assets/[id]/route.ts';
import * as assets from './assets/route.ts';
import * as storageEvents from './events/storage/route.ts';
import * as live from './health/live/route.ts';
import * as ready from './health/ready/route.ts';
import * as openapi from './openapi.json/route.ts';
import * as product from './products/[id]/route.ts';
import * as products from './products/route.ts';
import * as completeUpload from './uploads/complete/route.ts';
import * as signUpload from './uploads/sign/route.ts';

/** Every route of ours by its path, for the description and for the test that walks them all. */
export const routeModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/assets': assets,
  '/api/assets/[id]': asset,
  '/api/events/storage': storageEvents,
  '/api/health/live': live,
  '/api/health/ready': ready,
  '/api/openapi.json': openapi,
  '/api/products': products,
  '/api/products/[id]': product,
  '/api/uploads/complete': completeUpload,
  '/api/uploads/sign': signUpload,
};
