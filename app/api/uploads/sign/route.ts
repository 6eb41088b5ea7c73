import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { signAnswer, signRequest } from '#lib/upload/sign-schema.ts';
import { signUpload } from '#lib/upload/sign-upload.ts';

export const POST = route(
  {
    permission: 'asset.upload',
    summary: 'Sign one request of an upload to the store, whole or in parts',
    body: signRequest,
    again: 'anew',
    responses: { 200: signAnswer },
  },
  async ({ services, caller, body }) => Response.json(await signUpload(services, caller, body)),
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
