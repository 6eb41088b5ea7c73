/** What is to be made of one format, and how long files of its type took lately, the newest first. */
export interface FormatWork {
  audience: string;
  format: string;
  files: number;
  times: readonly { audience: string; format: string; work_ms: number }[];
}

export type WorkEstimate =
  | { state: 'nothing' }
  /** Nobody is there to make anything. */
  | { state: 'no_worker' }
  /** No file of such a type has been measured yet. */
  | { state: 'unmeasured'; format: string }
  | {
      state: 'estimated';
      ms: number;
      workers: number;
      /** Files that are made at a time, by all workers together. */
      at_once: number;
      /** How many files' times it rests on. */
      measured: number;
      /** True where every format was measured as such, not only other files of its type. */
      same_formats: boolean;
      /** Files in line before. */
      before: number;
    };

/** So few measures of a format say less than many of its type. */
const fewest = 3;

/**
 * About how long the files of an activation take: their number by the mean of what such files took, shared among the
 * workers there are. Rendering is all that counts; it is what the time goes into. Pure.
 */
export function estimateWork(
  work: readonly FormatWork[],
  { workers, perWorker, before }: { workers: number; perWorker: number; before: number },
): WorkEstimate {
  const open = work.filter(({ files }) => files > 0);
  if (open.length === 0) return { state: 'nothing' };
  if (workers === 0) return { state: 'no_worker' };
  let total = 0;
  let measured = 0;
  let sameFormats = true;
  for (const { audience, format, files, times } of open) {
    const own = times.filter((time) => time.audience === audience && time.format === format);
    const counted = own.length >= fewest ? own : times;
    if (counted.length === 0) return { state: 'unmeasured', format };
    total += files * mean(counted);
    measured += counted.length;
    sameFormats &&= counted === own;
  }
  const files = open.reduce((sum, each) => sum + each.files, 0);
  // What stands in line before is taken to be like what comes.
  const ms = (total + before * (total / files)) / (workers * perWorker);
  return {
    state: 'estimated',
    ms: Math.round(ms),
    workers,
    at_once: workers * perWorker,
    measured,
    same_formats: sameFormats,
    before,
  };
}

function mean(times: readonly { work_ms: number }[]): number {
  return times.reduce((sum, { work_ms }) => sum + work_ms, 0) / times.length;
}
