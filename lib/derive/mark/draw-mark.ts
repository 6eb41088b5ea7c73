import type { Size } from '../geometry.ts';
import type { Raster } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';
import { castShadow, type Shadowed } from './cast-shadow.ts';
import { drawImage, imageAspect } from './draw-image.ts';
import { drawText, textAspect } from './draw-text.ts';
import { type MarkRule, planMarkSize, turnedSize } from './mark-size.ts';
import { turn } from './turn.ts';

export interface MarkSource {
  path: string | undefined;
  maxPixels: number;
}

export type PreparedMark =
  | {
      outcome: 'drawn' | 'smaller';
      /** Turned and with its shadow, in sRGB. */
      mark: Raster;
      /** What the shadow adds on each side of the turned mark: margins count from the mark itself. */
      halo: { x: number; y: number };
      /** What it was turned from, without its shadow. */
      unturned: Size;
    }
  | { outcome: 'hidden' }
  | { outcome: 'refused' };

/**
 * The mark as this rule has it on a picture of this size. Throws `RenderRefused` alone: whatever goes wrong in a
 * drawing goes wrong again with the same rule, and is for the policy's writers to mend.
 */
export async function prepareMark(rule: MarkRule, picture: Size, source: MarkSource): Promise<PreparedMark> {
  try {
    const plan = planMarkSize(rule, await aspectOf(rule, source), picture);
    if (!('size' in plan)) return plan;
    const drawn = await drawMark(rule, plan.size, source);
    return { outcome: plan.outcome, mark: drawn, halo: haloOf(drawn, rule), unturned: plan.size };
  } catch (error) {
    if (error instanceof RenderRefused) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new RenderRefused(
      'contract_unmet',
      'The mark cannot be drawn in this size. Change the mark, or its size, in the policy.',
      { detail },
    );
  }
}

async function aspectOf(rule: MarkRule, source: MarkSource): Promise<number> {
  return rule.kind === 'text'
    ? await remembered(aspects, JSON.stringify([rule.text, rule.outline]), () => textAspect(rule))
    : await imageAspect(markPath(source), source.maxPixels);
}

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
