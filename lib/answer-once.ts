import { createHash, randomUUID } from 'node:crypto';
import {
  claimRequest,
  confirmEffect,
  endRequestLease,
  findRequest,
  keepAnswer,
  type RequestName,
  releaseRequest,
} from '#db/queries/request-answers.ts';
import { asProblem } from './as-problem.ts';
import type { Caller } from './auth/actor.ts';
import { holderOf } from './auth/permissions.ts';
import { Problem } from './errors.ts';
import { fencedDatabase } from './fenced-database.ts';
import { problemDocument } from './problem-document.ts';
import type { Services } from './services.ts';

export interface OnceOptions {
  caller: Caller;
  /** The id under which the sender may send it again, of which each names one request. */
  requestId: string;
  operation: string;
  input: unknown;
  /** Doing it twice is the same as doing it once. */
  isRepeatable: boolean;
  /** Members of the answer that are kept, where others may not be: signed URLs are stored nowhere. */
  keeps?: readonly string[] | undefined;
  renew?: ((kept: Record<string, unknown>) => Promise<object>) | undefined;
}

const keptHeaders = ['Content-Type', 'Location', 'Retry-After'];

/**
 * Does a write once for all requests of one actor under one id, and answers each of them what the first was answered.
 * While that one is under way the others are told to come back. Each transaction of `run` also says that the effect
 * is there, so whoever lost the request to a later attempt commits nothing, and a process that dies between its
 * effect and its answer leaves word of the effect. A refusal that changed nothing is not kept: asked again, it is
 * judged anew.
 */
export async function answerOnce(
  services: Services,
  options: OnceOptions,
  run: (services: Services) => Promise<Response>,
): Promise<Response> {
  const { db, env } = services;
  const { caller, isRepeatable } = options;
  const owner = randomUUID();
  const name = { actor: actorKey(caller), operation: options.operation, requestId: options.requestId };
  const inputSha256 = createHash('sha256')
    .update(JSON.stringify(options.input ?? null))
    .digest('hex');
  const leaseSeconds = env.IDEMPOTENCY_LEASE_SECONDS;
  const claim = await claimRequest(db, name, { owner, inputSha256, leaseSeconds, isRepeatable });
  if (!claim) return answerAgain(services, name, inputSha256, options);

  let isCommitted = claim.committed;
  const fenced = fencedDatabase(db, async (trx) => {
    if (!(await confirmEffect(trx, name, owner))) throw inProgress();
    isCommitted = true;
  });
  try {
    const response = await run({ ...services, db: fenced });
    await keepAnswer(db, name, owner, await contentOf(response, options.keeps));
    return response;
  } catch (error) {
    const problem = asProblem(error);
    if (!isCommitted) await releaseRequest(db, name, owner);
    else if (problem.status < 500)
      await keepAnswer(db, name, owner, problemDocument(problem, caller.requestId));
    else await endRequestLease(db, name, owner);
    throw error;
  }
}

function actorKey({ actor }: Caller): string {
  return actor.kind === 'person' ? actor.id : holderOf(actor);
}

async function answerAgain(
  { db }: Services,
  name: RequestName,
  inputSha256: string,
  { keeps, renew }: OnceOptions,
): Promise<Response> {
  const known = await findRequest(db, name);
  if (!known) throw inProgress();
  if (known.input_sha256 !== inputSha256) {
    throw new Problem(
      'idempotency_mismatch',
      'This request id was used for another request. Use a new one for each thing you ask for.',
    );
  }
  if (known.status === null) throw known.answer_lost ? answerLost() : inProgress();
  const headers = { ...(known.headers as Record<string, string>), 'Idempotency-Replayed': 'true' };
  const isNew = keeps && renew && known.status < 400;
  const body = isNew ? JSON.stringify(await renew(JSON.parse(known.body ?? '{}'))) : known.body;
  return new Response(body === '' ? null : body, { status: known.status, headers });
}

async function contentOf(response: Response, keeps: readonly string[] | undefined) {
  const text = await response.clone().text();
  const headers = Object.fromEntries(
    keptHeaders.flatMap((header) => {
      const value = response.headers.get(header);
      return value === null ? [] : [[header, value]];
    }),
  );
  if (!keeps || response.status >= 400) return { status: response.status, headers, body: text };
  const whole = JSON.parse(text) as Record<string, unknown>;
  const body = JSON.stringify(Object.fromEntries(keeps.map((member) => [member, whole[member]])));
  return { status: response.status, headers, body };
}

function inProgress(): Problem {
  return new Problem(
    'request_in_progress',
    'This request is being carried out already. Send it again in a moment for its answer.',
    { retryAfterSeconds: 1 },
  );
}

function answerLost(): Problem {
  return new Problem(
    'answer_lost',
    'This request was carried out, but its answer was lost. Look whether what you asked for is there; to ask once more, use a new request id.',
  );
}
