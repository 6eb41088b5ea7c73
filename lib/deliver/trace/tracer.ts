import { ChildCrashed, ChildFailed, ChildTimeout } from '#lib/child/child-errors.ts';
import { ChildPool } from '#lib/child/child-pool.ts';
import type { Env } from '#lib/env.ts';
import { Problem } from '#lib/errors.ts';
import type { DecodeLimits } from '#lib/picture/picture-refused.ts';
import type { TraceAnswers, TraceRequest } from './trace-protocol.ts';

const entry = 'lib/deliver/trace/trace-child.ts';
/** As much as ingest needs for the largest accepted picture. */
const maxRssBytes = 2.5 * 1024 ** 3;
/** Each file takes a child for a second or more; a longer line would only time out in front of people. */
const longestLine = 16;

// Next bundles this module into several places; the pool is one a process.
const holder = globalThis as typeof globalThis & {
  __blazonTracers?: { pool: ChildPool<TraceRequest, unknown>; waiting: number };
};

/**
 * Has a child do it, which is killed at its deadline. Throws `Problem` with a sentence for whoever sent the file, where
 * the file is at fault.
 */
export async function askTracer<K extends TraceRequest['do']>(
  env: Env,
  request: Extract<TraceRequest, { do: K }>,
  signal?: AbortSignal,
): Promise<TraceAnswers[K]> {
  const { projectRoot } = env;
  holder.__blazonTracers ??= {
    pool: new ChildPool({ entry, size: 1, recycleAfter: 100, maxRssBytes, projectRoot }),
    waiting: 0,
  };
  const tracers = holder.__blazonTracers;
  if (tracers.waiting >= longestLine)
    throw new Problem('unavailable', 'Too many files are being traced. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  tracers.waiting += 1;
  try {
    return (await tracers.pool.run(request, {
      deadlineMs: env.DECODE_DEADLINE_MS,
      signal,
    })) as TraceAnswers[K];
  } catch (error) {
    throw refusalOf(error, env);
  } finally {
    tracers.waiting -= 1;
  }
}

/** Ends the children of this process; a next file starts others. */
export async function closeTracers(): Promise<void> {
  await holder.__blazonTracers?.pool.close();
  delete holder.__blazonTracers;
}

/** The limits that every picture is held to. */
export function copyLimits(env: Env): DecodeLimits {
  return {
    maxPixels: env.MAX_MEGAPIXELS * 1_000_000,
    maxFrames: env.MAX_FRAMES,
    maxJpegScans: env.MAX_JPEG_SCANS,
  };
}

const formats = 'JPEG, PNG, WebP, AVIF, TIFF or GIF';

function refusalOf(error: unknown, env: Env): unknown {
  if (error instanceof ChildTimeout)
    return unreadable(
      'Opening this picture took too long. Save it anew in a photo editor and try that.',
      error,
    );
  if (error instanceof ChildCrashed)
    return unreadable(
      'This picture could not be opened safely. Save it anew in a photo editor and try that.',
      error,
    );
  if (!(error instanceof ChildFailed)) return error;
  switch (error.code) {
    case 'unsupported_type':
      return new Problem(
        'unsupported_type',
        `${nameOf(error)} cannot be opened here. Save the picture as JPEG and try that: it is looked for by what it shows.`,
        { cause: error },
      );
    case 'not_an_image':
      return unreadable(`This file is no picture, whatever its name says. Choose a ${formats} file.`, error);
    case 'too_many_pixels':
      return unreadable(
        `The picture has more than ${env.MAX_MEGAPIXELS} megapixels. Scale it down and try that.`,
        error,
      );
    case 'too_many_frames':
    case 'too_many_scans':
      return unreadable(
        'This picture is built in a way that stalls programs. Save it anew and try that.',
        error,
      );
    case 'undecodable':
      return unreadable(
        'The picture is damaged, so that it cannot be looked at. Take an undamaged copy, or a screenshot of it.',
        error,
      );
    default:
      return error;
  }
}

function nameOf({ message }: Error): string {
  if (/^(HEI[CF]|HEIF with .*)$/.test(message)) return 'HEIC photos';
  return /^[A-Z0-9]{2,8}$/.test(message) ? `A ${message} file` : 'This kind of file';
}

function unreadable(message: string, cause: Error): Problem {
  return new Problem('not_an_image', message, { cause });
}
