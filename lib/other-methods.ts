import { Problem } from '#lib/errors.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { problemResponse } from '#lib/route.ts';
import { services } from '#lib/services.ts';

export const httpMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
export type HttpMethod = (typeof httpMethods)[number];

type Answer = (request: Request) => Response;

/**
 * Handlers for what a route does not do, since Next's own 405 is empty and names no method. A route exports the ones
 * that it has no handler for, but HEAD where it has GET: Next answers HEAD with the headers of GET.
 */
export function otherMethods(handled: Partial<Record<HttpMethod, unknown>>): Record<HttpMethod, Answer> {
  const known = httpMethods.filter(
    (method) => handled[method] ?? (method === 'OPTIONS' || (method === 'HEAD' && handled.GET)),
  );
  const allow = known.join(', ');
  const refuse: Answer = (request) => {
    const requestId = acceptRequestId(request.headers.get('x-request-id'));
    const path = new URL(request.url).pathname;
    const problem = new Problem(
      'method_not_allowed',
      `${request.method} is not for this address: ${allow} are.`,
    );
    const response = problemResponse(problem, { requestId, log: services().log, path });
    response.headers.set('Allow', allow);
    return response;
  };
  const options: Answer = (request) => {
    const requestId = acceptRequestId(request.headers.get('x-request-id'));
    return new Response(null, { status: 204, headers: { Allow: allow, 'X-Request-Id': requestId } });
  };
  return {
    GET: refuse,
    HEAD: refuse,
    OPTIONS: options,
    POST: refuse,
    PUT: refuse,
    DELETE: refuse,
    PATCH: refuse,
  };
}
