'use client';

import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** A fault of ours. The digest is what the log has of it, so that support can find it. */
export function SomethingWrong({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <div className="page-width pt-8">
      <h1 className="sr-only">Something went wrong</h1>
      <EmptyState
        action={
          <Button kind="primary" onClick={retry}>
            Try again
          </Button>
        }
        title="Something went wrong on our side"
      >
        What you did is not lost if the page said it was done. Try again; if it stays
        {error.digest ? <>, tell support this number: {error.digest}.</> : ', tell support what you did.'}
      </EmptyState>
    </div>
  );
}
