import { createHash } from 'node:crypto';

/** Drawn by the key and the run, so that one that was cut short reads the same, and the next one others. Pure. */
export function isSampled(run: { id: string; sample_every: number }, key: string): boolean {
  if (run.sample_every === 1) return true;
  const drawn = createHash('sha256').update(`${run.id} ${key}`).digest().readUInt32BE(0);
  return drawn % run.sample_every === 0;
}

/** Up to this many files every one is read; of more, about so many. */
const filesRead = 200;

export function sampleEvery(files: number, allBytes: boolean): number {
  return allBytes ? 1 : Math.max(1, Math.ceil(files / filesRead));
}
