import { StatusDot, type Tone } from '#components/ui/status-dot.tsx';
import type { PolicyVersionState } from '#lib/lifecycle.ts';

const states: Readonly<Record<PolicyVersionState, readonly [tone: Tone, word: string]>> = {
  draft: ['idle', 'Draft'],
  active: ['ok', 'Active'],
  superseded: ['idle', 'Replaced'],
  suspended: ['warn', 'Suspended'],
};

/** The state as a word inside a sentence. */
export function stateWord(state: PolicyVersionState): string {
  return states[state][1].toLowerCase();
}

export function PolicyState({ state }: { state: PolicyVersionState }) {
  const [tone, word] = states[state];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
