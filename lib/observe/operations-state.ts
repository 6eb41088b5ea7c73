import { formatDuration, formatPlural } from '#lib/format.ts';

export interface OperationsState {
  tone: 'ok' | 'busy' | 'warn' | 'fail';
  /** With the figure that it rests on. */
  sentence: string;
}

/** From here on somebody who waits at a button has given up. */
const slowSeconds = 120;
const stuckSeconds = 900;

/** How the whole stands, in one sentence: the worst that is true. Pure. */
export function stateOf(facts: {
  ready: number;
  leased: number;
  oldestSeconds: number;
  deadLetters: number;
  liveWorkers: number;
}): OperationsState {
  const { ready, leased, oldestSeconds, deadLetters, liveWorkers } = facts;
  const age = formatDuration(oldestSeconds);
  if (liveWorkers === 0 && ready > 0)
    return {
      tone: 'fail',
      sentence: `No worker is alive, and ${formatPlural(ready, 'job waits', 'jobs wait')}. Start one.`,
    };
  if (oldestSeconds >= stuckSeconds)
    return { tone: 'fail', sentence: `The oldest job has waited ${age}. Look at what the workers do.` };
  if (liveWorkers === 0)
    return { tone: 'warn', sentence: 'No worker is alive. Nothing waits yet, but nothing would be done.' };
  if (oldestSeconds >= slowSeconds)
    return { tone: 'warn', sentence: `The oldest job has waited ${age}: more comes in than is done.` };
  if (deadLetters > 0)
    return {
      tone: 'warn',
      sentence: `${formatPlural(deadLetters, 'dead letter wants', 'dead letters want')} a decision. Oldest job ${age}.`,
    };
  if (ready + leased === 0) return { tone: 'ok', sentence: 'Nothing waits: oldest job 0 s.' };
  return { tone: 'ok', sentence: `All is moving: oldest job ${age}.` };
}
