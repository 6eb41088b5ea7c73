'use client';

import { useState } from 'react';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { type Admit, RowActions } from './row-actions.tsx';
import { RowPreview } from './row-preview.tsx';
import { amountWords, percentOf, stateWord, toneOf } from './row-words.ts';
import type { UploadRow } from './upload-row.ts';
import type { Uploads } from './uploads.ts';

/** One file on its way: what it is, how far it is, and what is wrong with what to do. */
export function PanelRow({
  row,
  uploads,
  admit,
  onChoose,
}: {
  row: UploadRow;
  uploads: Uploads;
  admit: Admit;
  onChoose: () => void;
}) {
  const [refusal, setRefusal] = useState<string>();
  const sentence = refusal ?? row.sentence;
  const hasBar = ['uploading', 'paused', 'offline', 'stalled', 'waiting'].includes(row.state);
  const percent = percentOf(row);
  return (
    <li className="border-b border-line py-1 last:border-b-0" data-state={row.state}>
      <div className="flex items-center gap-1.5">
        <RowPreview row={row} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-small font-medium" title={row.name}>
            {row.name}
          </p>
          <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <StatusDot className="text-caption!" tone={toneOf(row)}>
              {stateWord(row)}
            </StatusDot>
            <span className="voice-label figures truncate">{amountWords(row)}</span>
          </p>
        </div>
        <RowActions admit={admit} onChoose={onChoose} onProblem={setRefusal} row={row} uploads={uploads} />
      </div>
      {hasBar && (
        <div
          aria-label={`${row.name} uploaded`}
          aria-valuemax={100}
          aria-valuemin={0}
          aria-valuenow={percent}
          className="mt-0.5 h-[3px] bg-sunken"
          role="progressbar"
        >
          <div className="h-full bg-busy transition-[width] duration-200" style={{ width: `${percent}%` }} />
        </div>
      )}
      {(row.title || sentence) && (
        <p className="mt-0.5 pl-[60px] text-caption [overflow-wrap:anywhere]">
          {row.title && <strong className="font-medium">{row.title}. </strong>}
          <span className="text-ink-soft">{sentence}</span>
        </p>
      )}
    </li>
  );
}
