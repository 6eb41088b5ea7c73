'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { RetryIcon, TrashIcon } from '#components/ui/icons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { UploadButton } from '#components/upload/upload-button.tsx';
import type { ActionResult } from '#lib/action.ts';
import { failureSentences, failureWords } from '#lib/ingest/failure-sentences.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';

type OneAsset = (input: { asset_id: string }) => Promise<ActionResult<unknown>>;

/** Why a photo is FAILED, in words, and what can be done: the same bytes again, another file, or off the list. */
export function FailurePanel({
  assetId,
  failure,
  detail,
  isDismissed,
  mayAct,
  product,
  retry,
  dismiss,
}: {
  assetId: string;
  failure: AssetFailure;
  /** What is special about this file. */
  detail: string | null;
  isDismissed: boolean;
  mayAct: boolean;
  product: { id: string; name: string };
  retry: OneAsset;
  dismiss: OneAsset;
}) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { title, sentence, technical } = failureWords(failure, detail);
  const { remedies } = failureSentences[failure];

  async function run(act: OneAsset, then?: () => void) {
    setBusy(true);
    setError(undefined);
    const answer = await act({ asset_id: assetId });
    setBusy(false);
    if (answer.ok) then?.();
    else setError(answer.message);
  }

  return (
    <section aria-labelledby="failure-title" className="border-l-2 border-fail pl-2">
      <h2 className="text-title font-semibold text-fail" id="failure-title">
        {title}
      </h2>
      <p className="mt-0.5">{sentence}</p>
      {technical && (
        <details className="mt-0.5 text-small text-ink-soft">
          <summary className="min-h-4 w-fit py-0.5">What the program said</summary>
          <p className="font-mono text-caption [overflow-wrap:anywhere]">{technical}</p>
        </details>
      )}
      {mayAct && (
        <div className="mt-2 flex flex-wrap gap-1">
          {remedies.includes('retry') && (
            <Button disabled={busy} kind="primary" onClick={() => run(retry)}>
              <RetryIcon />
              Try again
            </Button>
          )}
          {remedies.includes('replace') && (
            <UploadButton
              kind={remedies[0] === 'replace' ? 'primary' : 'secondary'}
              onChosen={() => run(dismiss)}
              product={product}
            >
              Upload another file
            </UploadButton>
          )}
          {!isDismissed && (
            <Button disabled={busy} onClick={() => run(dismiss, () => router.push(`/library/${product.id}`))}>
              <TrashIcon />
              Remove
            </Button>
          )}
        </div>
      )}
      {isDismissed && <p className="voice-label mt-1">It is off the list of what needs attention.</p>}
      {error && (
        <Notice className="mt-1" live tone="fail">
          {error}
        </Notice>
      )}
    </section>
  );
}
