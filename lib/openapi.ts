import { z } from 'zod';
import { may, type Permission, permissions } from './auth/permissions.ts';
import { maxKeyCharacters } from './idempotency-key.ts';

/** As much of a route's `spec` as the description needs; `lib/route.ts` has the whole. */
export interface DescribedRoute {
  permission: Permission;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  streamed?: Readonly<Record<string, z.ZodType | null>>;
  headers?: Readonly<Record<string, string>>;
  again?: unknown;
  responses: Readonly<Record<number, z.ZodType | null>>;
}

type Json = Record<string, unknown>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The specs of a module that Next serves as a route, by method. */
export function specsOf(module: Readonly<Record<string, unknown>>): [string, DescribedRoute][] {
  return methods.flatMap((method): [string, DescribedRoute][] => {
    const spec = (module[method] as { spec?: DescribedRoute } | undefined)?.spec;
    return spec ? [[method, spec]] : [];
  });
}

/** OpenAPI 3.1 of the routes, by their path as Next writes it, from the schemas that parse their requests. */
export function describeRoutes(
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  info: { title: string; version: string; server: string },
): Json {
  const paths: Record<string, Json> = {};
  for (const [path, module] of Object.entries(modules)) {
    const operations = specsOf(module).map(([method, spec]) => [
      method.toLowerCase(),
      describeOperation(path, method, spec),
    ]);
    paths[openApiPath(path)] = Object.fromEntries(operations);
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    servers: [{ url: info.server }],
    paths,
    components: { securitySchemes, schemas: { Problem: problem }, responses: { Problem: problemResponse } },
  };
}

function describeOperation(path: string, method: string, spec: DescribedRoute): Json {
  return {
    operationId: operationId(path, method),
    summary: spec.summary,
    tags: [path.split('/')[2] ?? 'api'],
    security: security(spec.permission),
    'x-permission': spec.permission,
    parameters: [...parameters(path, spec), ...requestName(method, spec)],
    ...(spec.body ? { requestBody: { required: true, content: json(shape(spec.body, 'input')) } } : {}),
    ...(spec.streamed ? { requestBody: { required: true, content: streamed(spec.streamed) } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(spec.responses).map(([status, schema]) => [
          status,
          {
            description: describeStatus(Number(status)),
            ...(schema ? { content: json(shape(schema, 'output')) } : {}),
          },
        ]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function parameters(path: string, spec: DescribedRoute): Json[] {
  const inPath = spec.params ? shape(spec.params, 'input') : {};
  const pathProperties = (inPath.properties ?? {}) as Record<string, Json>;
  const query = spec.query ? shape(spec.query, 'input') : {};
  const required = (query.required ?? []) as string[];
  return [
    ...[...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: pathProperties[name] ?? { type: 'string' },
    })),
    ...Object.entries((query.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...Object.entries(spec.headers ?? {}).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
  ];
}

/** A write that is answered once names its request; `X-Request-Id` does for programs that send it anyway. */
function requestName(method: string, { again }: DescribedRoute): Json[] {
  if (method === 'GET' || method === 'HEAD' || again === 'anew') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same for each retry of one request, else X-Request-Id is taken: done once, answered alike each time. 409 request_in_progress while it is under way, 422 idempotency_mismatch for another body.',
      schema: { type: 'string', minLength: 1, maxLength: maxKeyCharacters },
    },
  ];
}

/** Inline: a `$ref` of zod's would point into the schema, and be read from the root of the document. */
function shape(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function streamed(bodies: NonNullable<DescribedRoute['streamed']>): Json {
  const file = { type: 'string', format: 'binary' };
  return Object.fromEntries(
    Object.entries(bodies).map(([type, schema]) => {
      if (schema) return [type, { schema: shape(schema, 'input') }];
      const isForm = type === 'multipart/form-data';
      return [type, { schema: isForm ? { type: 'object', properties: { file } } : file }];
    }),
  );
}

function openApiPath(path: string): string {
  return path.replace(/\[(\w+)\]/g, '{$1}');
}

function operationId(path: string, method: string): string {
  const words = path
    .replace('/api', '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}

/** Either way in for people; the installation's own secret for its systems; nothing where everyone may. */
function security(permission: Permission): Json[] {
  const holders: readonly string[] = permissions[permission];
  if (holders.every((holder) => holder.startsWith('system:'))) return [{ secret: [] }];
  return [...(may({ kind: 'anonymous' }, permission) ? [{}] : []), { token: [] }, { session: [] }];
}

function describeStatus(status: number): string {
  const words: Record<number, string> = {
    200: 'Done',
    201: 'Created',
    202: 'Accepted',
    307: 'To a signed URL',
  };
  return words[status] ?? `Status ${status}`;
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'An API token of a person' },
  secret: {
    type: 'http',
    scheme: 'bearer',
    description: 'JOBS_SECRET, EVENTS_SECRET or METRICS_TOKEN of the installation',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token' },
};

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong and what to do' },
    code: { type: 'string' },
    request_id: { type: 'string' },
  },
};

const problemResponse = {
  description: 'A failure (RFC 9457)',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
