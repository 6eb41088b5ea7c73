import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { type Credentials, verifyRequest } from './auth/verify-request.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { dispatch } from './dispatch.ts';
import { parseTarget } from './request-target.ts';
import { S3Error } from './s3-error.ts';
import { sendBody } from './send-body.ts';
import type { Store } from './store.ts';
import { createStoreRequest } from './store-request.ts';
import { xmlDocument } from './xml.ts';

export interface ServeOptions {
  store: Store;
  credentials: Credentials;
  corsOrigins: readonly string[];
  onFault: (error: unknown) => void;
}

/** Answers one request: preflight, signature, operation, and S3's XML for whatever is refused. */
export async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions & { sendContinue: () => void },
): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  let answer: Answer;
  try {
    answer = await answerTo(message, options);
  } catch (error) {
    // The client has gone, and its half-sent body with it.
    if (message.destroyed && !message.complete) return;
    if (!(error instanceof S3Error)) options.onFault(error);
    answer = refusal(error, { requestId, resource: message.url ?? '/' });
  }
  response.writeHead(answer.status, {
    ...corsHeaders(message.headers, options.corsOrigins),
    'x-amz-request-id': requestId,
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  });
  if (message.method === 'HEAD' || answer.body === undefined) response.end();
  else if (typeof answer.body === 'string') response.end(answer.body);
  else await sendBody(response, answer.body).catch(options.onFault);
}

async function answerTo(
  message: IncomingMessage,
  options: ServeOptions & { sendContinue: () => void },
): Promise<Answer> {
  const method = message.method ?? 'GET';
  if (method === 'OPTIONS') {
    const headers = preflightHeaders(message.headers, options.corsOrigins);
    if (!headers) throw new S3Error('AccessDenied', 'CORSResponse: this origin is not allowed.');
    return { status: 200, headers };
  }
  const target = parseTarget(message.url ?? '/');
  const query = new Map(target.query);
  if (query.size !== target.query.length) throw new S3Error('InvalidArgument', 'A parameter is given twice.');
  const verified = verifyRequest(
    { method, target, query, headers: message.headers },
    { credentials: options.credentials, region: options.store.region, now: new Date() },
  );
  const { sendContinue } = options;
  return dispatch(options.store, createStoreRequest({ message, target, query, verified, sendContinue }));
}

function refusal(error: unknown, { requestId, resource }: { requestId: string; resource: string }): Answer {
  const known =
    error instanceof S3Error
      ? error
      : new S3Error('InternalError', 'We encountered an internal error. Please try again.');
  const path = resource.split('?')[0];
  return {
    status: known.status,
    headers: { 'content-type': 'application/xml' },
    body: xmlDocument(
      'Error',
      { Code: known.code, Message: known.message, Resource: path, RequestId: requestId },
      { plain: true },
    ),
  };
}
