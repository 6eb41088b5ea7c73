import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findAudience } from '#db/queries/audiences.ts';
import { findMasterFacts, unsafeFindVersionSource } from '#db/queries/render-facts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { canonicalJson, versionEdits } from '#lib/policy/source-hash.ts';
import { previewKey as previewTraceKey } from '#lib/policy/trace-key.ts';
import type { Services } from '#lib/services.ts';
import { type CachedPicture, findPreview, keepPreview } from './preview-cache.ts';
import { asRenderError, publicFailure } from './render-failure.ts';
import { rendererOf } from './renderer.ts';
import { keptRights } from './rights.ts';
import { transformVersion } from './transform-version.ts';

export interface PreviewInput {
  /** Whose file it would be, where that is known. */
  audience?: string | undefined;
  assetId: string;
  /** Left out: the newest. */
  version?: number | undefined;
  contract: OutputContract;
  signal?: AbortSignal | undefined;
}

/** Each preview takes a whole child; a longer line would only time out in front of people. */
const longestLine = 16;
const waiting = new WeakMap<Services['store'], number>();

/**
 * What the audience would get: the file itself, byte for byte, rendered as the derivative is and published nowhere. Only
 * where files carry their own name does a preview carry another, that of a preview.
 * Throws `derivative_failed` (422) where the contract cannot be met, 503 where too many previews are under way.
 */
export async function renderPreview(
  services: Services,
  caller: Caller,
  { audience, assetId, version, contract, signal }: PreviewInput,
): Promise<CachedPicture> {
  requirePermission(caller.actor, 'policy.preview');
  if (audience !== undefined && !(await findAudience(services.db, audience))) throw notFound('audience');
  const source = await unsafeFindVersionSource(services.db, assetId, version);
  const facts = source && (await findMasterFacts(services.db, source.master_sha256));
  if (!source || !facts) throw notFound('photo');
  const traceKey =
    contract.metadata === 'traceable'
      ? previewTraceKey({
          source_hash: source.source_hash,
          audience: audience ?? 'unknown',
          format: contract.format,
        })
      : undefined;
  const key = cacheKey(source.source_hash, contract, traceKey);
  const known = await findPreview(services.store, key);
  if (known) return known;

  const edits = versionEdits.nullable().parse(source.edits);
  const rights = keptRights(contract, edits, facts);
  const order = { master_sha256: source.master_sha256, contract, edits, rights, traceKey };
  const options = { deadlineMs: services.env.RENDER_DEADLINE_MS, signal };
  const picture = await inLine(services, () =>
    rendererOf(services, 'previews').render(order, options, async ({ path, facts: made }) => {
      const { cost, part, ...kept } = made;
      services.log.info({ asset_id: assetId, format: contract.format, ...cost }, 'a preview was rendered');
      return { ...kept, body: await readFile(path) };
    }),
  ).catch((error: unknown) => {
    throw asProblem(error);
  });
  await keepPreview(services.store, key, picture);
  return picture;
}

/** Names of formats and the moment of rendering leave the bytes as they are. */
function cacheKey(sourceHash: string, contract: OutputContract, traceKey: string | undefined): string {
  const { format, label, render, ...shape } = contract;
  const whole = canonicalJson({ sourceHash, shape, traceKey, transform: transformVersion() });
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
