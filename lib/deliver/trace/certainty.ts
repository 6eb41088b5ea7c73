import type { TraceAnswer } from './answer.ts';

type Certainty = TraceAnswer['certainty'];

/**
 * What likeness means, as docs/trace.md measures it: how many of 100 other photos of the same things, and of another photo
 * of the same series, came at least this near to a copy.
 */
const measured = [
  { from: 0.95, others: 0, series: 0 },
  { from: 0.9, others: 0.4, series: 0 },
  { from: 0.8, others: 0.8, series: 1.7 },
  { from: 0.7, others: 1.7, series: 4.9 },
] as const;

/** Below this, other photos come near more often than copies: 98 of 100 copies reach it. */
export const probable = 0.7;
/** Two masters this close together cannot be told apart by what a copy shows. */
export const margin = 0.03;

export const exactly: Certainty = {
  how: 'exact',
  likeness: null,
  sentence: 'Certain: the SHA-256 of the file is the same, so every byte is.',
};

export const byLink: Certainty = {
  how: 'link',
  likeness: null,
  sentence: 'Certain: the link names it.',
};

export const notFound: Certainty = {
  how: 'none',
  likeness: null,
  sentence: 'No file, master or photo here has this.',
};

/** Its own word, and it shows what it says. */
export function byKey(likeness: number): Certainty {
  return {
    how: 'key',
    likeness: rounded(likeness),
    sentence: `Very likely: the file carries that name, and shows that photo (likeness ${percent(likeness)}). Its bytes were changed since it was published, so the SHA-256 is another.`,
  };
}

/** By what it shows; `next` is how near the likest other photo comes. */
export function bySight(likeness: number, next: number): Certainty {
  const near = `Likeness ${percent(likeness)}, the next photo ${percent(next)}.`;
  return { how: 'similar', likeness: rounded(likeness), sentence: `${howSure(likeness, next)} ${near}` };
}

function howSure(likeness: number, next: number): string {
  if (next >= likeness - margin)
    return 'Uncertain which: two of our photos look nearly the same, and it is one of them.';
  const { others, series } = measured.find(({ from }) => likeness >= from) ?? measured[3];
  const word = series === 0 ? 'Very likely' : 'Likely';
  if (others === 0) return `${word}: where this was measured, no photo of anything else came this near.`;
  const also = series === 0 ? 'none' : `${series} %`;
  return `${word}: where this was measured, ${others} % of other photos of the same things came this near, and of the same series ${also}.`;
}

export function nearestOnly(likeness: number): Certainty {
  return {
    how: 'none',
    likeness: rounded(likeness),
    sentence: `The nearest of our photos has a likeness of ${percent(likeness)}; copies reach ${percent(probable)} and more.`,
  };
}

function percent(likeness: number): string {
  return `${Math.round(likeness * 100)} %`;
}

function rounded(likeness: number): number {
  return Math.round(likeness * 1000) / 1000;
}
