import type { Bell } from './bell.ts';
import type { Lane } from './lane.ts';

export interface WorkOptions {
  bell: Bell;
  pollMs: number;
  /** Asked before every claim. */
  mayClaim(): boolean;
  onClaimed?(count: number): void;
  /** Answers whether to go on; left out, a claim that fails ends the work. */
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
    if (untilEmpty && !bell.rung && lanes.every((lane) => lane.isIdle)) return;
    await bell.wait(options.pollMs);
  }
}

async function fillAll(lanes: readonly Lane[], options: WorkOptions): Promise<number> {
  try {
    const counts = await Promise.all(lanes.map((lane) => lane.fill()));
    const claimed = counts.reduce((sum, count) => sum + count, 0);
    options.onClaimed?.(claimed);
    return claimed;
  } catch (error) {
    if (!options.onError) throw error;
    options.onError(error);
    return 0;
  }
}
