'use client';

import { useEffect, useId, useState } from 'react';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { ChevronDownIcon } from '#components/ui/icons.tsx';
import { PanelRow } from './panel-row.tsx';
import { panelWords, totalProgress } from './panel-words.ts';
import type { Admit } from './row-actions.tsx';
import { isOver, isUnderWay } from './row-words.ts';
import type { UploadRow } from './upload-row.ts';
import type { ProductName } from './upload-settings.ts';
import type { Uploads } from './uploads.ts';
import { useUploadRows } from './uploads-context.tsx';

export type { Admit } from './row-actions.tsx';

/** The sheet over the library: every file of this person on its way, through all pages of the library. */
export function UploadPanel({
  uploads,
  admit,
  chooseFiles,
}: {
  uploads: Uploads | null;
  admit: Admit;
  chooseFiles: (product: ProductName) => void;
}) {
  const rows = useUploadRows(uploads);
  const [isOpen, setIsOpen] = useState(true);
  const listId = useId();
  const count = rows.length;
  // New files open the sheet again.
  useEffect(() => {
    if (count > 0) setIsOpen(true);
  }, [count]);
  if (!uploads || count === 0) return null;
  const total = totalProgress(rows);
  return (
    <section
      aria-label="Uploads"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line-strong bg-surface shadow-sheet md:inset-x-auto md:right-[clamp(1rem,3vw,3rem)] md:bottom-3 md:w-[30rem] md:rounded-sheet md:border"
    >
      <div className="flex items-center gap-1 px-2 pt-1">
        <div className="min-w-0 flex-1">
          <p className="text-small font-medium" role="status">
            {panelWords(rows)}
          </p>
          {total && <p className="voice-label figures">{total.words}</p>}
        </div>
        <button
          aria-controls={listId}
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Fold the uploads' : 'Unfold the uploads'}
          className={buttonClass({ kind: 'quiet', size: 'small' }, 'size-5 px-0!')}
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          <ChevronDownIcon
            className={classNames('transition-transform', !isOpen && 'rotate-180')}
            size={20}
          />
        </button>
      </div>
      {total && (
        <div className="mx-2 mt-0.5 h-[3px] bg-sunken">
          <div
            className="h-full bg-accent transition-[width] duration-200"
            style={{ width: `${total.percent}%` }}
          />
        </div>
      )}
      <div className={classNames(!isOpen && 'hidden')} id={listId}>
        <ForAll rows={rows} uploads={uploads} />
        <ul className="max-h-[44dvh] overflow-y-auto px-2 md:max-h-[56dvh]">
          {rows.map((row) => (
            <PanelRow
              admit={admit}
              key={row.id}
              onChoose={() => chooseFiles({ id: row.productId, name: row.productName })}
              row={row}
              uploads={uploads}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** What is done to all rows that it can be done to. */
function ForAll({ rows, uploads }: { rows: readonly UploadRow[]; uploads: Uploads }) {
  const moving = rows.filter(({ state }) => state === 'uploading');
  const paused = rows.filter(({ state }) => state === 'paused');
  const stuck = rows.filter(({ remedy }) => remedy === 'retry');
  const open = rows.filter(isUnderWay);
  const over = rows.filter(isOver);
  const each = (some: readonly UploadRow[], act: (id: string) => void) => () => {
    for (const { id } of some) act(id);
  };
  const choices = [
    moving.length > 1 && ['Pause all', each(moving, (id) => uploads.pause(id))],
    paused.length > 1 && ['Resume all', each(paused, (id) => uploads.resume(id))],
    stuck.length > 1 && ['Try all again', each(stuck, (id) => uploads.retry(id))],
    open.length > 1 && ['Cancel all', each(open, (id) => uploads.cancel(id))],
    over.length > 0 && ['Clear what is done', each(over, (id) => uploads.forget(id))],
  ].filter((choice): choice is [string, () => void] => choice !== false);
  if (choices.length === 0) return null;
  return (
    <div className="-mb-0.5 flex flex-wrap gap-0.5 px-1 pt-0.5">
      {choices.map(([word, act]) => (
        <Button key={word} kind="quiet" onClick={act} size="small">
          {word}
        </Button>
      ))}
    </div>
  );
}
