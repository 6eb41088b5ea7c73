import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

/** The page for what is not there, and for what this person may not know of: they look the same. */
export function NothingHere() {
  return (
    <div className="pt-8">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        action={
          <LinkButton href="/" kind="primary">
            To the start
          </LinkButton>
        }
        title="There is nothing at this address"
      >
        Or it is not yours to see. Photos leave the catalog when their approval ends; if you were given this
        link, ask whoever sent it.
      </EmptyState>
    </div>
  );
}
