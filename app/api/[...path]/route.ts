import { notFound } from '#lib/errors.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { problemResponse } from '#lib/route.ts';
import { services } from '#lib/services.ts';

/** Programs are answered in their own language also where nothing is: Next would send a page. */
function answer(request: Request): Response {
  const requestId = acceptRequestId(request.headers.get('x-request-id'));
  const path = new URL(request.url).pathname;
  return problemResponse(notFound(), { requestId, log: services().log, path });
}

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
