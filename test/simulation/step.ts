import type { Actor } from './actor.ts';

/**
 * What becomes of a step. `lost before` and `lost after`: the connection broke, or the store did not answer, before or
 * after the work was done; the process cannot tell which. `cut`: a body broke off in the middle. `crash before` and
 * `crash after`: the process was killed at that moment.
 */
export type Fate = 'done' | 'lost before' | 'lost after' | 'cut' | 'crash before' | 'crash after';

export interface StepWork {
  label: string;
  /** What may happen to it beside a crash. */
  fates: readonly Fate[];
  /** Does it; `cut` asks for the broken way. */
  run(fate: Fate): Promise<unknown>;
  /** Makes visible to others what `run` did, where that is a matter of its own: a commit, and the look at it. */
  show?: () => Promise<void>;
  /** The error by which the process learns that it does not know. */
  lost(): Error;
  /** Called where the answer never comes, so that what the step held is given up. */
  abandon?(): Promise<void>;
  /** Whether anything could come of it now; left out, it always could. */
  worth?: (() => boolean) | undefined;
  /** Backend that waits, where another one may hold what it needs. */
  pid?: number;
}

/** A step that waits to be let. */
export interface Pending extends StepWork {
  actor: Actor;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}
