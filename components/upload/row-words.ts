import type { Tone } from '#components/ui/status-dot.tsx';
import { formatBytes } from '#lib/format.ts';
import type { RowState, UploadRow } from './upload-row.ts';

const words: Readonly<Record<RowState, readonly [tone: Tone, word: string]>> = {
  asking: ['busy', 'Asking'],
  waiting: ['idle', 'Waiting for its turn'],
  uploading: ['busy', 'Uploading'],
  paused: ['idle', 'Paused'],
  offline: ['warn', 'Offline'],
  stalled: ['warn', 'Standing still'],
  checking: ['busy', 'Checking'],
  processing: ['busy', 'Processing'],
  ready: ['ok', 'Ready'],
  stopped: ['warn', 'Stopped'],
  failed: ['fail', 'Failed'],
  lost: ['warn', 'File needed'],
  refused: ['fail', 'Not sent'],
};

export function toneOf(row: UploadRow): Tone {
  return words[row.state][0];
}

/** The state in a word, with how far it is while bytes move. */
export function stateWord(row: UploadRow): string {
  const word = words[row.state][1];
  return row.state === 'uploading' ? `${word} ${percentOf(row)} %` : word;
}

export function percentOf({ sent, bytes }: Pick<UploadRow, 'sent' | 'bytes'>): number {
  return bytes === 0 ? 0 : Math.min(100, Math.floor((sent / bytes) * 100));
}

/** `12 of 118 MB · 4.1 MB/s · 26 s left` while it is under way, else its size. */
export function amountWords(row: UploadRow): string {
  if (row.state !== 'uploading' || row.sent === 0) return formatBytes(row.bytes);
  const amount = `${formatBytes(row.sent)} of ${formatBytes(row.bytes)}`;
  if (!row.speed) return amount;
  return `${amount} · ${formatBytes(row.speed)}/s · ${timeLeft((row.bytes - row.sent) / row.speed)}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s left`;
  return `${Math.round(seconds / 60)} min left`;
}

/** Whose bytes are not all in the store yet. */
export function isUnderWay({ state }: UploadRow): boolean {
  return !['ready', 'failed', 'refused', 'processing', 'checking'].includes(state);
}

/** Whose row may go without anything being lost. */
export function isOver({ state }: UploadRow): boolean {
  return state === 'ready' || state === 'failed' || state === 'refused' || state === 'processing';
}
