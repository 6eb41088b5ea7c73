import { readFile } from 'node:fs/promises';
import { validate as isUuid } from 'uuid';
import { unsafeFindCutoutBase } from '#db/queries/cutouts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import type { Services } from '#lib/services.ts';
import { asCutoutError, cutoutFailure } from './cutout-failure.ts';
import { cutterOf } from './cutter.ts';
import { getRemover } from './get-remover.ts';
import type { CutoutInput } from './request-cutout.ts';

export interface CutoutPreview {
  body: Buffer;
  media_type: string;
  width: number;
  height: number;
  /** Of all pixels, so many stay. */
  kept_part: number;
}

/** Large enough to judge an edge on a screen, small enough to be there at once. */
const longestSide = 1200;
/** Each takes a whole child; a longer line would only time out in front of people. */
const longestLine = 8;
const waiting = new WeakMap<Services['store'], number>();

/** What a cut-out would look like, by the code that makes it, from a reduced copy; nothing is kept of it. */
export async function previewCutout(
  services: Services,
  caller: Caller,
  { assetId, fromVersion, signal, ...parameters }: CutoutInput & { signal: AbortSignal },
): Promise<CutoutPreview> {
  requirePermission(caller.actor, 'asset.edit');
  getRemover(services.env, parameters.remover);
  const base = isUuid(assetId) ? await unsafeFindCutoutBase(services.db, assetId, fromVersion) : undefined;
  if (!base) throw notFound('original');
  const order = { masterSha256: base.sha256, parameters, rights: null, longestSide };
  return inLine(services, () =>
    cutterOf(services, 'previews').cut(order, signal, async ({ path, facts }) => {
      const { width, height, kept_part } = facts;
      return { body: await readFile(path), media_type: 'image/webp', width, height, kept_part };
    }),
  ).catch((error: unknown) => {
    throw asProblem(error);
  });
}

async function inLine<T>({ store }: Services, work: () => Promise<T>): Promise<T> {
  const before = waiting.get(store) ?? 0;
  if (before >= longestLine)
    throw new Problem('unavailable', 'Too many previews are being made. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  waiting.set(store, before + 1);
  try {
    return await work();
  } finally {
    waiting.set(store, (waiting.get(store) ?? 1) - 1);
  }
}

function asProblem(error: unknown): unknown {
  const sorted = asCutoutError(error);
  if (!(sorted instanceof JobError)) return sorted;
  const { code, message } = cutoutFailure(sorted);
  return new Problem('cutout_failed', message, { cause: sorted, details: { failure: code } });
}
