'use client';

import { useEffect, useId, useState } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { TraceIcon } from '#components/ui/icons.tsx';

interface Busy {
  file: File;
  /** From 0 to 1; undefined once it has arrived. */
  part: number | undefined;
}

/** Takes one file: dropped anywhere on the page, or chosen here. */
export function FileDrop({ busy, onFile }: { busy: Busy | undefined; onFile: (file: File) => void }) {
  const id = useId();
  const isOver = useDrop(onFile);
  return (
    <div
      className={classNames(
        'flex min-h-[13rem] flex-col items-center justify-center gap-1.5 rounded-sheet border-2 border-dashed px-3 py-4 text-center',
        'has-[:focus-visible]:border-solid has-[:focus-visible]:border-accent',
        isOver ? 'border-accent bg-surface' : 'border-line-strong bg-sunken',
      )}
    >
      {busy ? (
        <Progress busy={busy} />
      ) : (
        <>
          <TraceIcon className="text-ink-soft" size={32} />
          <p className="text-lead">Drop a picture here, or paste it</p>
          <label className={buttonClass({ kind: 'primary' }, 'cursor-pointer')} htmlFor={id}>
            Choose a file
          </label>
        </>
      )}
      <input
        className="sr-only"
        id={id}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
        type="file"
      />
    </div>
  );
}

function Progress({ busy: { file, part } }: { busy: Busy }) {
  const percent = part === undefined ? 100 : Math.round(part * 100);
  const words = part === undefined ? 'Looking for it' : `Sending, ${percent} %`;
  return (
    <div className="flex w-full max-w-[24rem] flex-col gap-1" role="status">
      <p className="text-body font-medium [overflow-wrap:anywhere]">{file.name}</p>
      <div
        aria-label={words}
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={percent}
        className="h-[3px] bg-line"
        role="progressbar"
      >
        <div
          className={classNames('h-full bg-busy', part === undefined && 'breathing')}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="figures text-small text-ink-soft">{words}</p>
    </div>
  );
}

/** Whether a file hangs over the page. */
function useDrop(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      if (file) onFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFile]);
  return isOver;
}
