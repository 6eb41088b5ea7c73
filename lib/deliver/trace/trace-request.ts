import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import type { Caller } from '#lib/auth/actor.ts';
import { Problem } from '#lib/errors.ts';
import { parseInput } from '#lib/parse-input.ts';
import { readBody } from '#lib/read-body.ts';
import type { Services } from '#lib/services.ts';
import type { TraceAnswer } from './answer.ts';
import { filePart, formBoundary } from './file-part.ts';
import { readHash } from './question.ts';
import { traceFile } from './trace-file.ts';
import { traceQuestion } from './trace-question.ts';

/** One of the two. */
export const traceInput = z.union(
  [
    z.strictObject({
      sha256: z
        .string()
        .max(300)
        .refine((text) => readHash(text) !== undefined, 'A SHA-256 has 64 hex digits.'),
    }),
    z.strictObject({ url: z.string().min(1).max(4000) }),
  ],
  'Send {"sha256": …} or {"url": …}, or the file itself as the body or in a form.',
);

/** Answers what came: a hash or a link as JSON; a file in a form; anything else is the file itself. */
export async function traceRequest(
  services: Services,
  caller: Caller,
  request: Request,
): Promise<TraceAnswer> {
  const type = request.headers.get('content-type') ?? '';
  if (/^(application\/json|text\/plain)\b/i.test(type))
    return traceQuestion(services, caller, { text: await readText(request, services) });
  const stream = request.body as ReadableStream<Uint8Array> | null;
  if (!stream) throw new Problem('empty_file', 'Nothing was sent. Send the file as the body of the request.');
  const boundary = formBoundary(type);
  const whole = Readable.fromWeb(stream);
  const body = boundary ? Readable.from(filePart(whole, boundary), { objectMode: false }) : whole;
  return traceFile(services, caller, { body, signal: request.signal });
}

async function readText(request: Request, { env }: Services): Promise<string> {
  const bytes = await readBody(request, env.REQUEST_BODY_BYTES);
  const parsed = parseInput(traceInput, parseJson(bytes.toString('utf8')));
  if (!parsed.success)
    throw new Problem('invalid_request', parsed.error.issues[0]?.message ?? 'The body is not right.');
  return 'sha256' in parsed.data ? parsed.data.sha256 : parsed.data.url;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem('invalid_request', 'The body is not JSON.', { cause });
  }
}
