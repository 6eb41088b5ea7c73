import { expect, it } from 'vitest';
import { panelWords } from './panel-words.ts';
import type { RowState, UploadRow } from './upload-row.ts';

const rows = (...states: RowState[]) => states.map((state) => ({ state }) as UploadRow);

it.each<[string, RowState[]]>([
  ['1 photo paused', ['paused']],
  ['1 photo on the way', ['uploading']],
  ['2 photos on the way, 1 paused, 1 ready', ['uploading', 'asking', 'paused', 'ready']],
  ['1 photo waiting for a connection', ['offline']],
  ['2 photos stopped, 1 not taken', ['stopped', 'lost', 'failed']],
  ['3 photos being processed', ['checking', 'processing', 'processing']],
])('the panel says %s', (words, states) => {
  expect(panelWords(rows(...states))).toBe(words);
});
