import type { Anchor } from '#lib/policy/output-contract.ts';
import type { Rect, Size } from '../geometry.ts';
import { type MarkRule, marginPx } from './mark-size.ts';

export interface Place {
  left: number;
  top: number;
}

/**
 * The upper left corners of every copy of the mark, on the sheet. `drawn` is the mark as it lies (turned),
 * `unturned` what it was turned from. Copies at the edge may reach out of the picture; stamping clips them.
 */
export function markPlaces(rule: MarkRule, drawn: Size, unturned: Size, picture: Rect): Place[] {
  if (rule.tile) return tiled(rule, drawn, unturned, picture);
  const margin = marginPx(rule, picture);
  const { x, y } = anchorFractions[rule.anchor ?? 'bottom-right'];
  return [
    {
      left: picture.left + along(x, picture.width, drawn.width, margin),
      top: picture.top + along(y, picture.height, drawn.height, margin),
    },
  ];
}

const anchorFractions: Readonly<Record<Anchor, { x: 0 | 0.5 | 1; y: 0 | 0.5 | 1 }>> = {
  'top-left': { x: 0, y: 0 },
  top: { x: 0.5, y: 0 },
  'top-right': { x: 1, y: 0 },
  left: { x: 0, y: 0.5 },
  center: { x: 0.5, y: 0.5 },
  right: { x: 1, y: 0.5 },
  'bottom-left': { x: 0, y: 1 },
  bottom: { x: 0.5, y: 1 },
  'bottom-right': { x: 1, y: 1 },
};

/** Where the margin does not fit, the mark stands as near to its anchor as it can without leaving the picture. */
function along(fraction: 0 | 0.5 | 1, length: number, mark: number, margin: number): number {
  const slack = Math.max(0, length - mark);
  const inset = Math.min(margin, Math.floor(slack / 2));
  return Math.round(inset + fraction * (slack - 2 * inset));
}

/** A grid that is turned like the marks in it, every other row shifted by half a step, centred on the picture. */
function tiled(rule: MarkRule, drawn: Size, unturned: Size, picture: Rect): Place[] {
  const spacing = rule.tile?.spacing ?? 0;
  const step = { x: unturned.width * (1 + spacing), y: unturned.height * (1 + spacing) };
  const radians = (rule.rotation * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const reach = Math.hypot(picture.width, picture.height) / 2 + Math.max(drawn.width, drawn.height);
  const rows = Math.ceil(reach / step.y);
  const columns = Math.ceil(reach / step.x) + 1;
  const places: Place[] = [];
  for (let row = -rows; row <= rows; row += 1) {
    for (let column = -columns; column <= columns; column += 1) {
      const x = (column + (row % 2 === 0 ? 0 : 0.5)) * step.x;
      const y = row * step.y;
      const left = Math.round(picture.width / 2 + x * cos - y * sin - drawn.width / 2);
      const top = Math.round(picture.height / 2 + x * sin + y * cos - drawn.height / 2);
      if (left < picture.width && top < picture.height && left + drawn.width > 0 && top + drawn.height > 0)
        places.push({ left: picture.left + left, top: picture.top + top });
    }
  }
  return places;
}
