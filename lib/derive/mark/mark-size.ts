import type { ImageMark, TextMark } from '#lib/policy/output-contract.ts';
import type { Size } from '../geometry.ts';

export type MarkRule = TextMark | ImageMark;

export type MarkSize =
  | { outcome: 'drawn' | 'smaller'; size: Size }
  | { outcome: 'hidden' }
  | { outcome: 'refused' };

/**
 * How large the unturned mark is on a picture of this size: as wide as the rule's share of the picture's short side,
 * so that a landscape and a portrait of one photo carry the same mark. `aspect` is the mark's width by its height. The
 * rule `below_min` counts only where the mark does not fit at `min_px`; a mark that is merely wider than a narrow
 * picture is scaled to fit.
 */
export function planMarkSize(rule: MarkRule, aspect: number, picture: Size): MarkSize {
  const wanted = withHeight(rule.size * Math.min(picture.width, picture.height), aspect, rule.min_px);
  const room = roomFor(rule, picture);
  const turned = turnedSize(wanted, rule.rotation);
  const fitting = Math.min(1, room.width / turned.width, room.height / turned.height);
  const size = rounded({ width: wanted.width * fitting, height: wanted.height * fitting });
  // Half a pixel of grace: rounding must not turn a fit into a refusal.
  if (fitting === 1 || wanted.height * fitting >= rule.min_px - 0.5) return { outcome: 'drawn', size };
  if (rule.below_min === 'hidden') return { outcome: 'hidden' };
  if (rule.below_min === 'refuse') return { outcome: 'refused' };
  return { outcome: 'smaller', size };
}

export function marginPx(rule: Pick<MarkRule, 'margin' | 'tile'>, picture: Size): number {
  return rule.tile ? 0 : Math.round(rule.margin * Math.min(picture.width, picture.height));
}

/** The box around a rectangle that was turned by some degrees. */
export function turnedSize({ width, height }: Size, degrees: number): Size {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.abs(Math.cos(radians));
  const sin = Math.abs(Math.sin(radians));
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

function withHeight(width: number, aspect: number, minHeight: number): Size {
  const height = Math.max(width / aspect, minHeight);
  return { width: height * aspect, height };
}

function roomFor(rule: MarkRule, picture: Size): Size {
  const margin = marginPx(rule, picture);
  return {
    width: Math.max(1, picture.width - 2 * margin),
    height: Math.max(1, picture.height - 2 * margin),
  };
}

function rounded({ width, height }: Size): Size {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
