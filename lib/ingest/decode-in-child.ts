import { ChildCrashed, ChildFailed, ChildTimeout } from '#lib/child/child-errors.ts';
import { ChildPool } from '#lib/child/child-pool.ts';
import type { Env } from '#lib/env.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { type AssetFailure, assetFailures } from '#lib/lifecycle.ts';
import type { DecodedPicture, DecodeRequest } from './facts.ts';

const entry = 'lib/ingest/decode-child.ts';
/** A hundred megapixels take 0.7 GB as a progressive JPEG, 1 GB as an interlaced 16-bit PNG, 1.9 GB as AVIF. */
const maxRssBytes = 2.5 * 1024 ** 3;

export type Decoding =
  | { state: 'decoded'; picture: DecodedPicture }
  | { state: 'refused'; failure: AssetFailure; detail: string };

// Next bundles this module into several places; the pool is one a process.
const holder = globalThis as typeof globalThis & {
  __blazonDecoders?: ChildPool<DecodeRequest, DecodedPicture>;
};

function decoders(env: Env): ChildPool<DecodeRequest, DecodedPicture> {
  holder.__blazonDecoders ??= new ChildPool({
    entry,
    size: env.RENDER_CONCURRENCY,
    recycleAfter: 100,
    maxRssBytes,
    projectRoot: env.projectRoot,
  });
  return holder.__blazonDecoders;
}

/** A file that ends its decoder is tried again, since the reason may have been the machine. */
const maxCrashes = 3;

/** Decodes a file where it can be killed. */
export async function decodeInChild(
  env: Env,
  path: string,
  options: { signal: AbortSignal; attempt: number },
): Promise<Decoding> {
  const request: DecodeRequest = {
    path,
    limits: {
      maxPixels: env.MAX_MEGAPIXELS * 1_000_000,
      maxFrames: env.MAX_FRAMES,
      maxJpegScans: env.MAX_JPEG_SCANS,
    },
  };
  try {
    const { signal } = options;
    const picture = await decoders(env).run(request, { deadlineMs: env.DECODE_DEADLINE_MS, signal });
    return { state: 'decoded', picture };
  } catch (error) {
    return refusalFor(error, options.attempt);
  }
}

function refusalFor(error: unknown, attempt: number): Decoding {
  if (error instanceof ChildTimeout) {
    return {
      state: 'refused',
      failure: 'decode_timeout',
      detail: `Opening it was stopped: ${error.message}.`,
    };
  }
  if (error instanceof ChildFailed) {
    const failure = assetFailures.find((known) => known === error.code);
    if (failure) return { state: 'refused', failure, detail: error.message };
    throw new JobError('internal', `the decoder failed: ${error.message}`, { cause: error });
  }
  if (error instanceof ChildCrashed) {
    if (error.outOfMemory) {
      return {
        state: 'refused',
        failure: 'undecodable',
        detail: 'Opening it took more memory than a photo may.',
      };
    }
    if (attempt >= maxCrashes) {
      return { state: 'refused', failure: 'undecodable', detail: 'Opening it ended the decoder each time.' };
    }
    throw new JobError('render_crashed', error.message, { cause: error });
  }
  throw error;
}
