'use client';

import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** A fault of ours. The digest is what the log has of it, so that support can find it. */
export function SomethingWrong({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const cause = useCause();
  return (
    <div className="page-width pt-8">
      <h1 className="sr-only">Something went wrong</h1>
      <EmptyState
        action={
          <Button kind="primary" onClick={retry}>
            Try again
          </Button>
        }
        title={cause ? 'The portal will be back in a moment' : 'Something went wrong on our side'}
      >
        {cause} What you did is not lost if the page said it was done. Try again; if it stays
        {error.digest ? <>, tell support this number: {error.digest}.</> : ', tell support what you did.'}
      </EmptyState>
    </div>
  );
}

/** Next keeps the reason of an error from the browser, so the portal is asked what is away; nothing while it is whole. */
function useCause(): string | undefined {
  const [cause, setCause] = useState<string>();
  useEffect(() => {
    const asking = new AbortController();
    fetch('/api/health/ready', { signal: asking.signal })
      .then(async (answer) => {
        const { checks } = (await answer.json()) as { checks?: Record<string, { ok: boolean }> };
        if (checks?.database?.ok === false) setCause('It cannot reach its database just now.');
        else if (checks?.store?.ok === false) setCause('It cannot reach the store of the photos just now.');
      })
      .catch(() => {
        if (!asking.signal.aborted) setCause('It does not answer just now, or you are not online.');
      });
    return () => asking.abort();
  }, []);
  return cause;
}
