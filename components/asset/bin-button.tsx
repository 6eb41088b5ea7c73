'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TrashIcon } from '#components/ui/icons.tsx';
import type { ActionResult } from '#lib/action.ts';

/** Moves a photo to the bin at once: the page that comes back offers to undo it. */
export function BinButton({
  assetId,
  bin,
}: {
  assetId: string;
  bin: (input: { asset_id: string }) => Promise<ActionResult<unknown>>;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <>
      <Button
        disabled={busy}
        kind="quiet"
        onClick={async () => {
          setBusy(true);
          const answer = await bin({ asset_id: assetId });
          setBusy(false);
          setError(answer.ok ? undefined : answer.message);
        }}
      >
        <TrashIcon />
        Move to the bin
      </Button>
      {error && (
        <span className="text-small text-fail" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
