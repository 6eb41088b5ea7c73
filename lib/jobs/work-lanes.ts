import type { Bell } from './bell.ts';
import type { Lane } from './lane.ts';

export interface WorkOptions {
  bell: Bell;
  pollMs: number;
  /** Asked before every claim. */
  mayClaim(): boolean;
  onClaimed?(count: number): void;
  /** Left out, a claim that fails ends the work. */
  onError?(error: unknown): void;
  untilEmpty: boolean;
}

/** Keeps lanes filled: as long as claiming is allowed, or until nothing is ready and nothing runs. */
export async function workLanes(lanes: readonly Lane[], options: WorkOptions): Promise<void> {
  const { bell, untilEmpty } = options;
  while (options.mayClaim()) {
    const claimed = await fillAll(lanes, options);
    if (claimed > 0) continue;
    // A job that ended after its lane's look may have enqueued another: the bell tells.
    if (untilEmpty && !bell.rung && lanes.every((lane) => lane.isIdle)) {
      const unsure = lanes.filter((lane) => lane.looksAgainInMs < Number.POSITIVE_INFINITY);
      if (unsure.length === 0) return;
      for (const lane of unsure) lane.lookFromHead();
      continue;
    }
    await bell.wait(Math.min(options.pollMs, ...lanes.map((lane) => lane.looksAgainInMs)));
  }
}

async function fillAll(lanes: readonly Lane[], options: WorkOptions): Promise<number> {
  // All are waited for, so that whoever stops the lanes after an error finds no claim under way.
  const fills = await Promise.allSettled(lanes.map((lane) => lane.fill()));
  let claimed = 0;
  for (const fill of fills) if (fill.status === 'fulfilled') claimed += fill.value;
  options.onClaimed?.(claimed);
  const failed = fills.find((fill) => fill.status === 'rejected');
  if (failed && !options.onError) throw failed.reason;
  if (failed) options.onError?.(failed.reason);
  // After an error, wait for the next poll even where other lanes had luck.
  return failed ? 0 : claimed;
}
