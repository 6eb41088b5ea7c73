import type { ReadingVersion } from '#lib/policy/reading-version.ts';

interface Named {
  policy_version: number;
}

/** Versions whose files an audience may be shown, the wanted one first. */
export function shownVersions(reading: ReadingVersion): number[] {
  return reading.state === 'reads' ? [reading.version, ...reading.earlier] : [];
}

/** Of the files of one source and format, the one to show: the wanted version's, else the most recently active one's. */
export function bestDerivative<T extends Named>(
  files: readonly T[],
  versions: readonly number[],
): T | undefined {
  for (const version of versions) {
    const file = files.find((candidate) => candidate.policy_version === version);
    if (file) return file;
  }
  return undefined;
}
