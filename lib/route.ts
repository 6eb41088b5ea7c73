import type { z } from 'zod';
import { answerOnce } from '#lib/answer-once.ts';
import { asProblem, causeOf } from '#lib/as-problem.ts';
import type { Actor, Caller } from '#lib/auth/actor.ts';
import { getLimitedActor } from '#lib/auth/get-limited-actor.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { sentIdempotencyKey } from '#lib/idempotency-key.ts';
import { recordRefusal } from '#lib/observe/record-refusal.ts';
import { acceptRequestId, sentRequestId } from '#lib/observe/request-ids.ts';
import { traceIdOf } from '#lib/observe/spans.ts';
import { parseInput } from '#lib/parse-input.ts';
import { problemDocument } from '#lib/problem-document.ts';
import { readBody } from '#lib/read-body.ts';
import { type Services, services } from '#lib/services.ts';

type Schema = z.ZodType;
type Scope = { services: Services; caller: Caller };
type Kept = Record<string, unknown>;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a route declares of itself: it parses requests, and `/api/openapi.json` is made from the same values. */
export interface RouteSpec {
  permission: Permission;
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Bodies that the handler reads itself, by media type; `null` where they are bytes. For the description alone. */
  streamed?: Readonly<Record<string, Schema | null>>;
  /** Headers the handler demands, with what they are for. */
  headers?: Readonly<Record<string, string>>;
  /** Shapes of the answers by status; `null` where there is no JSON body. */
  responses: Readonly<Record<number, Schema | null>>;
  maxBodyBytes?: number;
  /**
   * What a write does that is sent again under the same request id. Left out, the first answer is kept and given
   * again. `anew`: nothing is kept, since it changes nothing, or is done once by a key of its own. Signed URLs are
   * never stored: an answer with some names the members that are kept, and is made whole by `renew`.
   */
  again?: 'anew' | { keeps: readonly string[]; renew: (scope: Scope, kept: Kept) => Promise<object> };
  /** A POST that leaves the same when it is done twice, as PUT and DELETE do. */
  isRepeatable?: boolean;
  /** Another way in than a session or a bearer token. */
  findActor?: (services: Pick<Services, 'env'>, request: Request) => Actor | undefined;
}

export interface RouteContext<S extends RouteSpec> {
  services: Services;
  caller: Caller;
  request: Request;
  params: Output<S['params']>;
  query: Output<S['query']>;
  body: Output<S['body']>;
}

type Handler = ((
  request: Request,
  context: { params: Promise<Record<string, unknown>> },
) => Promise<Response>) & {
  spec: RouteSpec;
};

/**
 * Wraps a handler: request id, actor, permission, parsing, and problem+json for whatever is thrown. Anonymous
 * callers who lack the permission get 401; persons whose role cannot do it get 403.
 */
export function route<const S extends RouteSpec>(
  spec: S,
  handle: (context: RouteContext<S>) => Promise<Response>,
): Handler {
  const handler = async (request: Request, next: { params: Promise<Record<string, unknown>> }) => {
    const requestId = acceptRequestId(request.headers.get('x-request-id'));
    const traceId = traceIdOf(request.headers.get('traceparent'));
    const scope = services();
    let actor: Actor = { kind: 'anonymous' };
    try {
      actor = spec.findActor?.(scope, request) ?? (await getLimitedActor(scope, request));
      requirePermission(actor, spec.permission);
      const context = {
        services: scope,
        caller: { actor, requestId, traceId },
        request,
        params: parse(spec.params, await next?.params, 'path'),
        query: parse(spec.query, Object.fromEntries(new URL(request.url).searchParams), 'query'),
        body: spec.body
          ? parse(
              spec.body,
              await readJson(request, spec.maxBodyBytes ?? scope.env.REQUEST_BODY_BYTES),
              'body',
            )
          : undefined,
      } as RouteContext<S>;
      const response = await answer(spec, context, handle);
      response.headers.set('X-Request-Id', requestId);
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store');
      return response;
    } catch (error) {
      if (!isSafe(request.method))
        await recordRefusal(scope, { actor, requestId, traceId }, error, {
          kind: 'route',
          id: `${request.method} ${new URL(request.url).pathname}`,
          permission: spec.permission,
        });
      return problemResponse(error, { requestId, log: scope.log, path: new URL(request.url).pathname });
    }
  };
  return Object.assign(handler, { spec });
}

/** A write under an id that its sender gave it is done once. Strangers have no name under which to keep an answer. */
async function answer<S extends RouteSpec>(
  spec: S,
  context: RouteContext<S>,
  handle: (context: RouteContext<S>) => Promise<Response>,
): Promise<Response> {
  const { services: scope, caller, request, params, query, body } = context;
  const { headers, method, url } = request;
  if (isSafe(method) || spec.again === 'anew' || caller.actor.kind === 'anonymous') return handle(context);
  const id = sentIdempotencyKey(headers) ?? sentRequestId(headers.get('x-request-id'));
  if (!id) return handle(context);
  const renewed = spec.again;
  const options = {
    caller,
    requestId: id,
    operation: `${method} ${new URL(url).pathname}`,
    input: { params, query, body },
    isRepeatable: spec.isRepeatable ?? method !== 'POST',
    keeps: renewed?.keeps,
    renew: renewed && ((kept: Kept) => renewed.renew({ services: scope, caller }, kept)),
  };
  return answerOnce(scope, options, (fenced) => handle({ ...context, services: fenced }));
}

/** Methods that change nothing by themselves. */
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function parse(schema: Schema | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined;
  const result = parseInput(schema, value ?? {});
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const first = issues[0];
  // An id of the wrong shape is an id that does not exist.
  if (place === 'path') throw notFound();
  throw new Problem(
    'invalid_request',
    `The ${place} is not right: ${first?.path ? `${first.path}: ` : ''}${first?.message}`,
    {
      details: { issues },
    },
  );
}

async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBody(request, limit);
  try {
    return JSON.parse(bytes.toString('utf8') || '{}');
  } catch (cause) {
    throw new Problem('invalid_request', 'The body is not JSON.', { cause });
  }
}

/** What is not a `Problem` is a fault of ours: logged whole, answered without its text. */
export function problemResponse(
  error: unknown,
  { requestId, log, path }: { requestId: string; log: Services['log']; path: string },
): Response {
  const problem = asProblem(error);
  if (problem.status >= 500) {
    log.error({ request_id: requestId, path, code: problem.code, cause: causeOf(problem) }, problem.message);
  }
  const { status, headers, body } = problemDocument(problem, requestId);
  return new Response(body, { status, headers });
}
