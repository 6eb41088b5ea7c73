import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface CorpusFile {
  /** Relative to the corpus folder. */
  name: string;
  path: string;
  special: string;
  /** What may come of it; several where the manifest leaves the choice. */
  outcomes: Outcome[];
}

export type Outcome =
  | { state: 'rejected' }
  | { state: 'accepted'; type: string; width: number; height: number; alpha: boolean; pages: number };

/** Where the real files lie, or nothing where this machine has none. */
export function corpusFolder(): string | undefined {
  const folder = path.resolve(process.env.BLAZON_CORPUS ?? '../shared/corpus');
  return existsSync(path.join(folder, 'MANIFEST.tsv')) ? folder : undefined;
}

export function readCorpus(folder: string): CorpusFile[] {
  const [head = '', ...lines] = readFileSync(path.join(folder, 'MANIFEST.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
    return {
      name: cell('path'),
      path: path.join(folder, cell('path')),
      special: cell('what_is_special'),
      outcomes: parseOutcomes(cell('right_outcome')),
    };
  });
}

const accepted = /accept (image\/\w+) (\d+)x(\d+)(?: alpha=(yes|no))?(?: pages=(\d+))?/g;

/** `accept image/png 8x8 alpha=no | accept without text, or reject` allows both. */
export function parseOutcomes(text: string): Outcome[] {
  const outcomes: Outcome[] = [...text.matchAll(accepted)].map(
    ([, type = '', width, height, alpha, pages]) => ({
      state: 'accepted',
      type,
      width: Number(width),
      height: Number(height),
      alpha: alpha === 'yes',
      pages: Number(pages ?? 1),
    }),
  );
  if (/\breject\b/.test(text)) outcomes.push({ state: 'rejected' });
  return outcomes.filter(
    (outcome, at) => at === outcomes.findIndex((other) => JSON.stringify(other) === JSON.stringify(outcome)),
  );
}
