import { traceAnswer } from '#lib/deliver/trace/answer.ts';
import { traceInput, traceRequest } from '#lib/deliver/trace/trace-request.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

export const POST = route(
  {
    permission: 'trace.read',
    summary: 'What a file, a SHA-256 or a link of this portal is, and how that is known',
    streamed: {
      'application/json': traceInput,
      'multipart/form-data': null,
      'application/octet-stream': null,
    },
    again: 'anew',
    responses: { 200: traceAnswer },
  },
  async ({ services, caller, request }) => Response.json(await traceRequest(services, caller, request)),
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
