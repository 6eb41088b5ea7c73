import { type Print, sampleView, type View, wholeView } from './print.ts';

/** How much a picture looks like a view of another: 1 the same edges at the same places, 0 nothing in common. */
export interface Likeness {
  likeness: number;
  /** Which part of the other it shows. */
  view: View;
}

/** Pictures are compared at this side: marks and artefacts of compression are mostly gone, outlines are not. */
const comparedSide = 40;
/** More than the 8 % that a copy may have lost at an edge, so that the best place is not at the border. */
const farthest = 0.12;

const starts: readonly View[] = [
  wholeView,
  inset(0.03, 0.03, 0.03, 0.03),
  inset(0.06, 0.06, 0.06, 0.06),
  inset(0, 0, 0.06, 0.06),
  inset(0.06, 0.06, 0, 0),
  inset(0, 0.06, 0.06, 0),
  inset(0.06, 0, 0, 0.06),
  inset(0.05, 0, 0.05, 0),
  inset(0, 0.05, 0, 0.05),
];

function inset(left: number, top: number, right: number, bottom: number): View {
  return { left, top, right: 1 - right, bottom: 1 - bottom };
}

/**
 * Prepares one picture to be compared with many. The measure is the correlation of the two pictures' brightness steps
 * from pixel to pixel: plain brightness would find any two products alike that stand before the same bright paper.
 */
export function comparison(print: Print): { rough(master: Print): Likeness; exact(master: Print): Likeness } {
  const own = outlines(sampleView(print, wholeView, comparedSide), comparedSide);
  const at = (master: Print, view: View): Likeness => ({
    likeness: correlation(own, outlines(sampleView(master, view, comparedSide), comparedSide)),
    view,
  });
  const rough = (master: Print) => starts.map((view) => at(master, view)).reduce(better);
  return {
    rough,
    exact: (master) => refine(rough(master), (view) => at(master, view), { first: 0.03, least: 0.003 }),
  };
}

/**
 * The view of a larger grey square that a smaller one shows, to a part of a pixel, from a view that `comparison` found:
 * prints are too small for that.
 */
export function placeFinely(
  copy: { grey: Uint8Array; side: number },
  file: { grey: Uint8Array; side: number },
  from: View,
): View {
  const own = outlines(Float32Array.from(copy.grey), copy.side);
  const look = (view: View): Likeness => ({
    likeness: correlation(own, outlines(sampleView(file.grey, view, copy.side, file.side), copy.side)),
    view,
  });
  return refine(look(from), look, { first: 0.004, least: 0.0004 }).view;
}

/** Moves one edge or two opposite ones as long as that helps, ever less far. */
function refine(
  from: Likeness,
  look: (view: View) => Likeness,
  { first, least }: { first: number; least: number },
): Likeness {
  let best = from;
  for (let step = first; step > least; step /= 2) {
    for (let round = 0; round < 6; round += 1) {
      const before = best;
      for (const move of moves)
        for (const by of [step, -step]) {
          const view = move(best.view, by);
          if (isNear(view)) best = better(best, look(view));
        }
      if (best === before) break;
    }
  }
  return best;
}

const moves: readonly ((view: View, by: number) => View)[] = [
  (view, by) => ({ ...view, left: view.left + by }),
  (view, by) => ({ ...view, right: view.right + by }),
  (view, by) => ({ ...view, top: view.top + by }),
  (view, by) => ({ ...view, bottom: view.bottom + by }),
  (view, by) => ({ ...view, left: view.left + by, right: view.right + by }),
  (view, by) => ({ ...view, top: view.top + by, bottom: view.bottom + by }),
];

function isNear({ left, top, right, bottom }: View): boolean {
  return [left, top, 1 - right, 1 - bottom].every((lost) => lost >= 0 && lost <= farthest);
}

function better(one: Likeness, other: Likeness): Likeness {
  return other.likeness > one.likeness + 1e-6 ? other : one;
}

/** The steps to the right and down, less their mean and of length 1; all zero where there is nothing to see. */
function outlines(grey: Float32Array, side: number): Float32Array {
  const steps = new Float32Array(2 * side * side);
  for (let y = 0; y + 1 < side; y += 1)
    for (let x = 0; x + 1 < side; x += 1) {
      const at = y * side + x;
      steps[at] = (grey[at + 1] as number) - (grey[at] as number);
      steps[side * side + at] = (grey[at + side] as number) - (grey[at] as number);
    }
  return unit(steps);
}

function unit(values: Float32Array): Float32Array {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  // A picture of one colour, compressed, has steps of a level at most: they say nothing.
  if (squares < values.length * 0.02) return new Float32Array(values.length);
  const length = Math.sqrt(squares);
  return values.map((value) => (value - mean) / length);
}

function correlation(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
