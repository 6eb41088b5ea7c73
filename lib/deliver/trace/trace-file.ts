import type { Readable } from 'node:stream';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { spoolFolder, withSpooled } from '#lib/child/spool.ts';
import { Problem } from '#lib/errors.ts';
import { formatBytes } from '#lib/format.ts';
import type { Services } from '#lib/services.ts';
import type { TraceAnswer } from './answer.ts';
import { traceCopy } from './trace-copy.ts';
import { traceHash } from './trace-question.ts';
import { askTracer, copyLimits } from './tracer.ts';

/**
 * What a file is that somebody found: by its bytes, else by what it says of itself and by what it shows. It is read into
 * a private file that is gone with the answer, and opened in a child alone. Throws `Problem` where it is no picture.
 */
export async function traceFile(
  services: Services,
  caller: Caller,
  { body, signal }: { body: Readable; signal: AbortSignal },
): Promise<TraceAnswer> {
  requirePermission(caller.actor, 'trace.read');
  const { env } = services;
  const options = { folder: spoolFolder(env, 'trace'), maxBytes: env.TRACE_MAX_BYTES, signal };
  return withSpooled(body, options, async (spooled) => {
    if (!spooled) throw tooLarge(env.TRACE_MAX_BYTES);
    if (spooled.bytes === 0) throw new Problem('empty_file', 'The file is empty. Choose another.');
    const exact = await traceHash(services, spooled.sha256);
    if (exact) return exact;
    const copy = await askTracer(env, { do: 'read', path: spooled.path, limits: copyLimits(env) }, signal);
    return traceCopy(services, { path: spooled.path, copy, signal });
  });
}

function tooLarge(limit: number): Problem {
  return new Problem(
    'too_large',
    `The file has more than ${formatBytes(limit)}. Scale the picture down and try that, or paste its SHA-256.`,
    { details: { limit_bytes: limit } },
  );
}
