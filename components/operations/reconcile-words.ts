/** What an act was done to, one and many. */
const subjects: Readonly<Record<string, readonly [one: string, many: string]>> = {
  orphan: ['file that no row names', 'files that no row names'],
  landing: ['upload of nothing we know', 'uploads of nothing we know'],
  multipart: ['upload in parts that nobody finished', 'uploads in parts that nobody finished'],
  asset: ['photo that stood still', 'photos that stood still'],
  event: ['event that nobody worked on', 'events that nobody worked on'],
  registration: ['upload that failed to register', 'uploads that failed to register'],
  unnamed_master: ['master that no photo names', 'masters that no photo names'],
  master: ['master that is gone or damaged', 'masters that are gone or damaged'],
  mark: ['image of a mark that is gone or damaged', 'images of marks that are gone or damaged'],
  file: ['file that is gone or damaged', 'files that are gone or damaged'],
};
const done: Readonly<Record<string, string>> = {
  delete: 'deleted',
  abort: 'ended',
  fail: 'failed, with a retry',
  redrive: 'set going again',
  remake: 'made anew',
  report: 'left to a person',
  close: 'closed',
};

export function subjectWords(kind: string): readonly [one: string, many: string] {
  return subjects[kind] ?? [kind, kind];
}

export function deedWords(act: string, isDryRun: boolean): string {
  if (act === 'report') return isDryRun ? 'would be left to a person' : 'left to a person';
  return isDryRun ? `would be ${done[act] ?? act}` : (done[act] ?? act);
}
