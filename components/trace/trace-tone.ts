import type { Tone } from '#components/ui/status-dot.tsx';
import type { TraceAnswer } from '#lib/deliver/trace/answer.ts';

const ways = {
  exact: 'By its bytes',
  link: 'By the link',
  key: 'By its own word',
  similar: 'By what it shows',
  none: 'Not found',
} as const;

/** How it is known, and by the colour of the dot how surely. */
export function certaintyTone({ how, likeness }: TraceAnswer['certainty']): [Tone, string] {
  if (how === 'none') return ['idle', ways.none];
  return [how === 'similar' && (likeness ?? 0) < 0.9 ? 'warn' : 'ok', ways[how]];
}

/** Whether it may be used now. */
export function rightsTone({ file, photos }: Pick<TraceAnswer, 'file' | 'photos'>): [Tone, string] {
  if (file && (file.state === 'retired' || file.state === 'suspended')) return ['fail', 'Not in use'];
  const states = photos.map(({ rights }) => rights.state);
  if (states.includes('approved')) return ['ok', 'May be used'];
  if (states.includes('scheduled')) return ['idle', 'Not yet'];
  return states[0] === 'never' ? ['idle', 'Not approved'] : ['fail', 'Not in use'];
}
