import { formatBytes, formatPlural } from '#lib/format.ts';
import { isUnderWay } from './row-words.ts';
import type { UploadRow } from './upload-row.ts';

/** The panel in one line: what moves, what stands still and why, what came of the others. */
export function panelWords(rows: readonly UploadRow[]): string {
  const count = (states: readonly UploadRow['state'][]) =>
    rows.filter(({ state }) => states.includes(state)).length;
  return parts
    .map(([words, states]) => [count(states), words] as const)
    .filter(([found]) => found > 0)
    .map(([found, words], index) => `${index === 0 ? formatPlural(found, 'photo') : found} ${words}`)
    .join(', ');
}

const parts: readonly (readonly [words: string, states: readonly UploadRow['state'][]])[] = [
  ['on the way', ['asking', 'waiting', 'uploading', 'stalled']],
  ['waiting for a connection', ['offline']],
  ['paused', ['paused']],
  ['stopped', ['stopped', 'lost']],
  ['being processed', ['checking', 'processing']],
  ['ready', ['ready']],
  ['not taken', ['failed', 'refused']],
];

/** How far all of them are together, and how fast; undefined where no bytes are to be sent. */
export function totalProgress(rows: readonly UploadRow[]): { percent: number; words: string } | undefined {
  const open = rows.filter(({ state }) => state !== 'refused' && state !== 'failed');
  if (!open.some(isUnderWay)) return undefined;
  const bytes = open.reduce((sum, row) => sum + row.bytes, 0);
  const sent = open.reduce((sum, row) => sum + row.sent, 0);
  const speed = open.reduce((sum, row) => sum + (row.state === 'uploading' ? (row.speed ?? 0) : 0), 0);
  const words = `${formatBytes(sent)} of ${formatBytes(bytes)}${speed > 0 ? ` · ${formatBytes(speed)}/s` : ''}`;
  return { percent: bytes === 0 ? 0 : Math.floor((sent / bytes) * 100), words };
}
