import type { VersionFinding } from '#lib/repair/get-version-repair.ts';

export const findingWords: Readonly<Record<VersionFinding['kind'], string>> = {
  object_missing: 'The file is not in the store',
  size_differs: 'The file has another size',
  hash_differs: 'The file has other bytes',
  manifest_missing: 'The manifest is not in the store',
  manifest_differs: 'The manifest says something else',
  orphan: 'Left behind by an attempt that ended',
};

export const findingStates: Readonly<
  Record<VersionFinding['state'], readonly [tone: 'ok' | 'busy' | 'fail' | 'idle', word: string]>
> = {
  open: ['fail', 'Wrong'],
  being_remade: ['busy', 'Being made anew'],
  remade: ['ok', 'Made anew'],
  orphan: ['idle', 'Swept later'],
};
