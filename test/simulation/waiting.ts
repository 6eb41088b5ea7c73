import { currentActor } from './actor.ts';
import type { Fate, Pending } from './step.ts';

/** A step that was let and has not been answered yet. */
export interface Waiting {
  step: Pending;
  fate: Fate;
  outcome: Promise<{ value: unknown } | { error: unknown }>;
  settled: boolean;
  /** Backends whose locks it waits for. */
  blockers: readonly number[];
}

export function startStep(step: Pending, fate: Fate): Waiting {
  const outcome = step.run(fate).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const waiting: Waiting = { step, fate, outcome, settled: false, blockers: [] };
  void outcome.then(() => {
    waiting.settled = true;
  });
  return waiting;
}

/** Real time decides only how soon it is known, never what is known. */
export async function isBlocked(
  waiting: Waiting,
  blockersOf: (pid: number) => Promise<readonly number[]>,
): Promise<boolean> {
  const { pid } = waiting.step;
  for (let round = 0; ; round += 1) {
    await Promise.race([waiting.outcome, later(round === 0 ? 4 : 2)]);
    if (waiting.settled) return false;
    if (pid === undefined) continue;
    waiting.blockers = await blockersOf(pid);
    if (waiting.blockers.length > 0) return true;
  }
}

export function later(ms: number): Promise<void> {
  return currentActor.exit(() => new Promise((resolve) => setTimeout(resolve, ms)));
}
