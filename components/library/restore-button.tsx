'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { UndoIcon } from '#components/ui/icons.tsx';
import type { ActionResult } from '#lib/action.ts';

/** Brings a photo back out of the bin; says so in place where it can't. */
export function RestoreButton({
  assetId,
  name,
  restore,
}: {
  assetId: string;
  name: string;
  restore: (input: { asset_id: string }) => Promise<ActionResult<unknown>>;
}) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Button
        aria-label={`Bring back ${name}`}
        disabled={busy}
        onClick={async () => {
          setBusy(true);
          const answer = await restore({ asset_id: assetId });
          setBusy(false);
          setError(answer.ok ? undefined : answer.message);
        }}
        size="small"
      >
        <UndoIcon />
        Bring back
      </Button>
      {error && (
        <span className="w-full text-caption text-fail" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
