import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Size } from '../geometry.ts';
import { castShadow, type Shadowed } from '../mark/cast-shadow.ts';
import { drawImage, imageAspect } from '../mark/draw-image.ts';
import { drawText, textAspect } from '../mark/draw-text.ts';
import { markPlaces } from '../mark/mark-places.ts';
import { type MarkRule, planMarkSize, turnedSize } from '../mark/mark-size.ts';
import { stamp } from '../mark/stamp.ts';
import { turn } from '../mark/turn.ts';
import type { Raster, Sheet } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';
import { toProfile } from './colour.ts';

export interface MarkSource {
  path: string | undefined;
  maxPixels: number;
}

/**
 * Draws the mark onto the upright, resized picture, in place; its lengths are relative to that picture, never to
 * the padding. Returns a remark where the mark is not as large as the rule says.
 */
export async function watermark(
  sheet: Sheet,
  contract: OutputContract,
  source: MarkSource,
): Promise<string | undefined> {
  const rule = contract.watermark;
  if (rule.kind === 'none') return undefined;
  const plan = planMarkSize(rule, await aspectOf(rule, source), sheet.placed);
  if (plan.outcome === 'refused')
    throw new RenderRefused(
      'contract_unmet',
      `The mark of the format “${contract.format}” does not fit on this photo at ${rule.min_px} px, and its rule then allows no file.`,
    );
  if (plan.outcome === 'hidden')
    return `The picture is too small for the mark at ${rule.min_px} px, so by its rule the mark is left out.`;
  const mark = await drawMark(rule, plan.size, source);
  const coloured = await toProfile(mark, sheet.profile);
  const halo = haloOf(mark, rule);
  const core = { width: mark.width - 2 * halo.x, height: mark.height - 2 * halo.y };
  for (const { left, top } of markPlaces(rule, core, plan.size, sheet.placed))
    stamp(sheet, coloured, { left: left - halo.x, top: top - halo.y });
  return plan.outcome === 'smaller'
    ? `The picture is too small for the mark at ${rule.min_px} px, so by its rule the mark is drawn smaller.`
    : undefined;
}

async function aspectOf(rule: MarkRule, source: MarkSource): Promise<number> {
  return rule.kind === 'text'
    ? await remembered(aspects, JSON.stringify([rule.text, rule.outline]), () => textAspect(rule))
    : await imageAspect(markPath(source), source.maxPixels);
}

/** What the shadow adds on each side of the turned mark: margins count from the mark itself. */
function haloOf({ reach }: Shadowed, rule: MarkRule): { x: number; y: number } {
  const { width, height } = turnedSize({ width: reach, height: reach }, rule.rotation);
  return { x: Math.round(width), y: Math.round(height) };
}

async function drawMark(rule: MarkRule, size: Size, source: MarkSource): Promise<Shadowed> {
  return await remembered(marks, JSON.stringify([rule, size]), async () => {
    const upright =
      rule.kind === 'text'
        ? await drawText(rule, size)
        : await drawImage(markPath(source), size, source.maxPixels);
    const { reach, ...shadowed } = await castShadow(upright, rule.shadow);
    return { ...(await turn(withOpacity(shadowed, rule.opacity), rule.rotation)), reach };
  });
}

function markPath({ path }: MarkSource): string {
  if (path === undefined) throw new Error('an image mark was not fetched');
  return path;
}

function withOpacity(mark: Raster, opacity: number): Raster {
  for (let at = 3; at < mark.pixels.length; at += 4)
    mark.pixels[at] = Math.round((mark.pixels[at] as number) * opacity);
  return mark;
}

// One policy renders many photos of few sizes: its marks are drawn once a child. Few are kept, as they may be large.
const keptEntries = 8;
const aspects = new Map<string, Promise<number>>();
const marks = new Map<string, Promise<Shadowed>>();

function remembered<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  const [oldest] = cache.keys();
  if (cache.size > keptEntries && oldest !== undefined) cache.delete(oldest);
  return made;
}
