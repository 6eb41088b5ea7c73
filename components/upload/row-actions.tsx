'use client';

import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { CloseIcon, PauseIcon, PlayIcon } from '#components/ui/icons.tsx';
import type { ActionResult } from '#lib/action.ts';
import { isOver } from './row-words.ts';
import type { RowRemedy, UploadRow } from './upload-row.ts';
import type { Uploads } from './uploads.ts';

/** Server action: lets a FAILED photo try again with the bytes that are kept of it. */
export type Admit = (input: { asset_id: string }) => Promise<ActionResult<unknown>>;

const remedyWords: Readonly<Record<RowRemedy, string>> = {
  retry: 'Try again',
  admit: 'Try again',
  again: 'Upload again',
  choose: 'Choose the file',
};

/** What can be done about one row, best first, and the way to take it off the list. */
export function RowActions({
  row,
  uploads,
  admit,
  onChoose,
  onProblem,
}: {
  row: UploadRow;
  uploads: Uploads;
  admit: Admit;
  onChoose: () => void;
  onProblem: (sentence: string | undefined) => void;
}) {
  const [busy, setBusy] = useState(false);
  const over = isOver(row);

  async function remedy(kind: RowRemedy) {
    if (kind === 'retry') return uploads.retry(row.id);
    if (kind === 'again') return uploads.again(row.id);
    if (kind === 'choose') return onChoose();
    setBusy(true);
    const answer = await admit({ asset_id: row.assetId ?? '' });
    setBusy(false);
    onProblem(answer.ok ? undefined : answer.message);
    if (answer.ok) uploads.follow(row.id);
  }

  return (
    <span className="flex shrink-0 items-center">
      {row.remedy && (
        <Button
          aria-label={`${remedyWords[row.remedy]}: ${row.name}`}
          disabled={busy}
          onClick={() => remedy(row.remedy as RowRemedy)}
          size="small"
        >
          {remedyWords[row.remedy]}
        </Button>
      )}
      {row.state === 'uploading' && (
        <IconButton label={`Pause ${row.name}`} onClick={() => uploads.pause(row.id)}>
          <PauseIcon />
        </IconButton>
      )}
      {row.state === 'paused' && (
        <IconButton label={`Resume ${row.name}`} onClick={() => uploads.resume(row.id)}>
          <PlayIcon />
        </IconButton>
      )}
      {row.assetId && (row.state === 'ready' || row.state === 'failed') && (
        <Link
          className={buttonClass({ kind: 'quiet', size: 'small' })}
          href={`/library/${row.assetId}`}
          prefetch={false}
        >
          Open
        </Link>
      )}
      {row.state !== 'checking' && (
        <IconButton
          label={over ? `Take ${row.name} off the list` : `Cancel ${row.name}`}
          onClick={() => (over ? uploads.forget(row.id) : uploads.cancel(row.id))}
        >
          <CloseIcon />
        </IconButton>
      )}
    </span>
  );
}

function IconButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      aria-label={label}
      className={buttonClass({ kind: 'quiet', size: 'small' }, 'size-4 px-0! pointer-coarse:size-[44px]')}
      onClick={onClick}
      title={label}
      type="button"
    >
      {children}
    </button>
  );
}
