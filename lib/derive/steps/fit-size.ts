import type { OutputContract } from '#lib/policy/output-contract.ts';
import { RenderRefused } from '../render-protocol.ts';
import { type Coding, type Codings, listCodings } from './codings.ts';

/** Writes the file at a width, as far as that is not already known. */
export type Attempt = (fileWidth: number, coding: Coding) => Promise<Buffer>;

export interface Fitted {
  body: Buffer;
  fileWidth: number;
  coding: Coding;
}

/** Close enough to the limit: another attempt would cost more than it shows. */
const nearLimit = 0.96;
const widthAttempts = 7;

/**
 * Keeps `max_bytes` as a promise. Quality gives way first, while it stays comfortable; then the width, down to the
 * contract's least; then the rest of the quality. What still does not fit is refused, never delivered.
 */
export async function fitSize(contract: OutputContract, fullWidth: number, write: Attempt): Promise<Fitted> {
  const attempt = remembered(write);
  const codings = listCodings(contract);
  const limit = contract.max_bytes ?? Number.POSITIVE_INFINITY;
  const best = await attempt(fullWidth, codings.levels[0]);
  if (best.length <= limit) return { body: best, fileWidth: fullWidth, coding: codings.levels[0] };
  const search = { codings, limit, attempt };

  const leastWidth = Math.min(contract.min_width ?? fullWidth, fullWidth);
  const atFull = await bestLevel(search, fullWidth, { level: 0, bytes: best.length }, codings.comfortable);
  if (atFull) return atFull;
  const narrower = await widestThatFits(search, leastWidth, fullWidth);
  if (narrower) return narrower;
  const last = await bestLevel(search, leastWidth, undefined, codings.levels.length - 1);
  if (last) return last;
  throw new RenderRefused('contract_unmet', refusal(contract, leastWidth));
}

interface Search {
  codings: Codings;
  limit: number;
  attempt: Attempt;
}

/** The best level up to `worst` that fits at this width. `tooLarge` is a level that is known not to. */
async function bestLevel(
  { codings, limit, attempt }: Search,
  fileWidth: number,
  tooLarge: { level: number; bytes: number } | undefined,
  worst: number,
): Promise<Fitted | undefined> {
  const at = async (level: number) => {
    const coding = codings.levels[level] as Coding;
    return { level, body: await attempt(fileWidth, coding), fileWidth, coding };
  };
  if (tooLarge?.level === worst) return undefined;
  let fits = await at(worst);
  if (fits.body.length > limit) return undefined;
  let low = tooLarge ?? { level: -1, bytes: Number.POSITIVE_INFINITY };
  while (fits.level - low.level > 1 && fits.body.length < limit * nearLimit) {
    const tried = await at(between(low, { level: fits.level, bytes: fits.body.length }, limit));
    if (tried.body.length <= limit) fits = tried;
    else low = { level: tried.level, bytes: tried.body.length };
  }
  return fits;
}

/** Sizes fall about evenly on a logarithmic scale from level to level. */
function between(
  low: { level: number; bytes: number },
  high: { level: number; bytes: number },
  limit: number,
) {
  const share = Number.isFinite(low.bytes)
    ? Math.log(low.bytes / limit) / Math.log(low.bytes / high.bytes)
    : 0.5;
  const guess = Math.ceil(low.level + share * (high.level - low.level));
  return Math.max(low.level + 1, Math.min(guess, high.level - 1));
}

/** The greatest width below `full` at which the comfortable coding fits, and the best coding at that width. */
async function widestThatFits(search: Search, least: number, full: number): Promise<Fitted | undefined> {
  const { codings, limit, attempt } = search;
  const coding = codings.levels[codings.comfortable] as Coding;
  let tooWide = { width: full, bytes: (await attempt(full, coding)).length };
  let fits: Fitted | undefined;
  for (let attempts = 0; attempts < widthAttempts; attempts += 1) {
    const floor = fits ? fits.fileWidth + 1 : least;
    if (floor >= tooWide.width) break;
    const guess = Math.floor(tooWide.width * Math.sqrt((limit / tooWide.bytes) * 0.97));
    const width = Math.max(floor, Math.min(guess, tooWide.width - 1));
    const body = await attempt(width, coding);
    if (body.length <= limit) fits = { body, fileWidth: width, coding };
    else tooWide = { width, bytes: body.length };
    if (fits && fits.body.length >= limit * nearLimit) break;
    if (!fits && width === least) return undefined;
  }
  if (fits) return fits;
  const body = await attempt(least, coding);
  return body.length <= limit ? { body, fileWidth: least, coding } : undefined;
}

function remembered(write: Attempt): Attempt {
  const written = new Map<string, Promise<Buffer>>();
  return (fileWidth, coding) => {
    const key = JSON.stringify([fileWidth, coding]);
    const known = written.get(key) ?? write(fileWidth, coding);
    written.set(key, known);
    return known;
  };
}

function refusal(contract: OutputContract, leastWidth: number): string {
  const limit = (contract.max_bytes ?? 0).toLocaleString('en');
  return `The format “${contract.format}” may have ${limit} bytes, and this photo does not fit even at ${leastWidth} px width and the lowest quality. Allow more bytes or a smaller width.`;
}
