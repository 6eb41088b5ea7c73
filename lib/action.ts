import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import { asProblem, causeOf } from '#lib/as-problem.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { getLimitedActor } from '#lib/auth/get-limited-actor.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { ProblemCode } from '#lib/errors.ts';
import { recordRefusal } from '#lib/observe/record-refusal.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { traceIdOf } from '#lib/observe/spans.ts';
import { parseInput } from '#lib/parse-input.ts';
import { type Services, services } from '#lib/services.ts';

interface ActionIssue {
  /** The field, with dots: `contracts.0.max_width`. */
  path: string;
  message: string;
}

export type ActionResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: ProblemCode; message: string; issues?: ActionIssue[] };

/**
 * Wraps a server action: actor, permission, parsing, and a value for what people can be told. Its argument is an
 * object or the FormData of a form.
 */
export function action<S extends z.ZodType, T>(
  spec: { permission: Permission; schema: S },
  run: (context: { services: Services; caller: Caller; input: z.output<S> }) => Promise<T>,
): (input: z.input<S> | FormData) => Promise<ActionResult<T>> {
  return async (input) => {
    const scope = services();
    const sent = await headers();
    const requestId = acceptRequestId(sent.get('x-request-id'));
    const caller: Caller = {
      actor: { kind: 'anonymous' },
      requestId,
      traceId: traceIdOf(sent.get('traceparent')),
    };
    try {
      caller.actor = await getLimitedActor(scope, { headers: sent, method: 'POST' });
      requirePermission(caller.actor, spec.permission);
      const parsed = parseInput(spec.schema, fieldsOf(input));
      if (!parsed.success) return invalid(parsed.error);
      return { ok: true, value: await run({ services: scope, caller, input: parsed.data }) };
    } catch (error) {
      // redirect() and notFound() are thrown, and Next's to catch.
      unstable_rethrow(error);
      const { permission } = spec;
      await recordRefusal(scope, caller, error, { kind: 'action', id: permission, permission });
      const problem = asProblem(error);
      const { code, status, message, details } = problem;
      if (status >= 500) scope.log.error({ request_id: requestId, code, cause: causeOf(problem) }, message);
      const { issues } = details;
      return {
        ok: false,
        code,
        message: code === 'internal' ? `${message} It is ${requestId}.` : message,
        ...(Array.isArray(issues) ? { issues: issues as ActionIssue[] } : {}),
      };
    }
  };
}

function invalid(error: z.ZodError): ActionResult<never> {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return {
    ok: false,
    code: 'invalid_request',
    message: issues[0]?.message ?? 'This is not right yet.',
    issues,
  };
}

/**
 * Of a form, a field given several times is a list, and what React adds for itself (`$ACTION_…`) is left out. One walk:
 * asking the form for each name would cost the square of what a stranger sends. Nothing at all, or a text, which
 * strangers can send as well, is an argument without fields.
 */
function fieldsOf(input: unknown): object {
  if (!(input instanceof FormData)) return typeof input === 'object' && input !== null ? input : {};
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of input) {
    if (name.startsWith('$ACTION')) continue;
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  );
}
