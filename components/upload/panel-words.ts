import { formatBytes, formatPlural } from '#lib/format.ts';
import { isUnderWay } from './row-words.ts';
import type { UploadRow } from './upload-row.ts';

/** The panel in one line: what is under way, else what came of it. */
export function panelWords(rows: readonly UploadRow[]): string {
  const count = (...states: UploadRow['state'][]) =>
    rows.filter(({ state }) => states.includes(state)).length;
  const moving = rows.filter(isUnderWay).length;
  const settling = count('checking', 'processing');
  const ready = count('ready');
  const bad = count('failed', 'refused');
  const parts = [
    moving > 0 && `${formatPlural(moving, 'photo')} on the way`,
    settling > 0 && `${settling} being processed`,
    ready > 0 && `${ready} ready`,
    bad > 0 && `${bad} not taken`,
  ];
  return parts.filter(Boolean).join(', ');
}

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
