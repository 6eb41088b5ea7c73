import { comparison, type Likeness } from '#lib/picture/likeness.ts';
import type { Print } from '#lib/picture/print.ts';

/** How many masters the hashes bring to a closer look. */
export const shortlist = 100;
/** How many of those are looked at as closely as can be. */
const finalists = 8;

export interface Ranked extends Likeness {
  /** The place of the candidate in the list that was given. */
  at: number;
}

/** The candidates that look most like one of the prints, the likest first. Pure; some tens of milliseconds of work. */
export function rankMasters(prints: readonly Print[], candidates: readonly Print[]): Ranked[] {
  const looks = prints.map(comparison);
  const likest = (look: (comparing: ReturnType<typeof comparison>) => Likeness) =>
    looks.map(look).reduce((best, next) => (next.likeness > best.likeness ? next : best));
  return candidates
    .map((candidate, at) => ({ at, rough: likest(({ rough }) => rough(candidate)).likeness }))
    .sort((one, other) => other.rough - one.rough)
    .slice(0, finalists)
    .map(({ at }) => ({ at, ...likest(({ exact }) => exact(candidates[at] as Print)) }))
    .sort((one, other) => other.likeness - one.likeness);
}
