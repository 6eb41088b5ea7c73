import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Problem } from '#lib/errors.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { canonicalJson } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import { type CachedPicture, findPreview, keepPreview } from './preview-cache.ts';
import { asRenderError, publicFailure } from './render-failure.ts';
import { type RenderOrder, rendererOf } from './renderer.ts';
import { transformVersion } from './transform-version.ts';

/** Each preview takes a whole child; a longer line would only time out in front of people. */
const longestLine = 16;
const waiting = new WeakMap<Services['store'], number>();

/**
 * What an order gives, from the cache where it was made before. `source` names the picture it starts from. Throws
 * `derivative_failed` (422) where the contract cannot be met, 503 where too many previews are under way.
 */
export async function previewOf(
  services: Services,
  source: string,
  order: RenderOrder,
  signal: AbortSignal | undefined,
): Promise<CachedPicture> {
  const key = cacheKey(source, order);
  const known = await findPreview(services.store, key);
  if (known) return known;
  const options = { deadlineMs: services.env.RENDER_DEADLINE_MS, signal };
  const picture = await inLine(services, () =>
    rendererOf(services, 'previews').render(order, options, async ({ path, facts }) => {
      const { cost, part, ...kept } = facts;
      services.log.info({ source, format: order.contract.format, ...cost }, 'a preview was rendered');
      return { ...kept, body: await readFile(path) };
    }),
  ).catch((error: unknown) => {
    throw asProblem(error);
  });
  await keepPreview(services.store, key, picture);
  return picture;
}

/** Names of formats and the moment of rendering leave the bytes as they are. */
function cacheKey(source: string, { contract, traceKey }: RenderOrder): string {
  const { format, label, render, ...shape } = contract;
  const whole = canonicalJson({ sourceHash: source, shape, traceKey, transform: transformVersion() });
  return createHash('sha256').update(whole).digest('hex');
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
  const sorted = asRenderError(error);
  if (!(sorted instanceof JobError) || sorted.category === 'internal') return sorted;
  const { code, message } = publicFailure(sorted);
  return new Problem('derivative_failed', message, { cause: sorted, details: { failure: code } });
}
