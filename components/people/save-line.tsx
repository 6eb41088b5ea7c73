import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** The end of a form that saves: why not, the button, and that it was. */
export function SaveLine({
  label,
  done,
  pending,
  wasSaved,
  refusal,
}: {
  label: string;
  done: string;
  pending: boolean;
  wasSaved: boolean;
  refusal: string | undefined;
}) {
  return (
    <>
      {refusal && (
        <Notice live tone="fail">
          {refusal}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        <Button aria-disabled={pending} type="submit">
          {pending ? 'Saving…' : label}
        </Button>
        <span className="voice-label" role="status">
          {wasSaved && !pending ? done : ''}
        </span>
      </div>
    </>
  );
}
