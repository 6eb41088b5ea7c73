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

/** What only a person can mend, and how. */
const advice: Readonly<Record<string, string>> = {
  master:
    'Restore the object from a backup or the store’s own versions. Without one, delete what is there and upload the same file again: that makes the master anew for every photo that shares it.',
  mark: 'Until its image is back, no file with this mark can be made. Restore the object, or upload the same image again.',
  file: 'Its version is suspended, so nothing of it is made. Activate the version, then run again.',
  event: 'The outbox does not know it. Have whoever sent it deliver it again.',
  registration: 'The sweep tries again each minute; the error says what stands in its way.',
};

export function subjectWords(kind: string): readonly [one: string, many: string] {
  return subjects[kind] ?? [kind, kind];
}

export function deedWords(act: string, isDryRun: boolean): string {
  if (act === 'report') return isDryRun ? 'would be left to a person' : 'left to a person';
  return isDryRun ? `would be ${done[act] ?? act}` : (done[act] ?? act);
}

export function adviceOf(kind: string): string | undefined {
  return advice[kind];
}

const steps: Readonly<Record<string, string>> = {
  events: 'Looking for events that nobody works on',
  photos: 'Looking for photos that stand still',
  registrations: 'Looking at uploads that failed to register',
  uploads: 'Going through uploads',
  marks: 'Going through uploads of marks',
  parts: 'Looking for uploads in parts that nobody finished',
  masters: 'Holding masters against the store',
  orphans: 'Going through the files in the store',
  files: 'Holding published files against the store',
};

export function stepWords(step: string): string {
  return steps[step] ?? 'Waiting for a worker';
}
