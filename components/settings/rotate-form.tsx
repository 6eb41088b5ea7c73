'use client';

import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ShownOnce } from '#components/ui/shown-once.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Gives a receiver a new signing secret, and shows it this once. */
export function RotateForm({
  action,
  id,
  url,
  formerUntil,
}: {
  action: FormAction<{ secret: string }>;
  id: string;
  url: string;
  /** Until when the secret before signs too, in words; nothing where it does not. */
  formerUntil: string | undefined;
}) {
  const { form, result, pending, message } = useFormAction(action);
  return (
    <form {...form} className="flex flex-col items-start gap-1">
      <input name="id" type="hidden" value={id} />
      <p className="text-small text-ink-soft">
        {formerUntil
          ? `The secret before signs beside the new one until ${formerUntil}.`
          : 'The one it has goes on signing beside the new one for a while, so that no call is refused meanwhile.'}
      </p>
      <label className="flex min-h-4 items-center gap-1 text-small pointer-coarse:min-h-[44px]">
        <input className="size-2 accent-accent" name="at_once" type="checkbox" value="yes" />
        It leaked: the old one signs nothing any more
      </label>
      <Button aria-disabled={pending} kind="quiet" type="submit">
        {pending ? 'Making one…' : 'Make a new secret'}
      </Button>
      {message && !pending && (
        <Notice live tone="fail">
          {message}
        </Notice>
      )}
      {result?.ok && (
        <div className="w-full">
          <ShownOnce
            hint="It is shown this once. Give it to the receiver before the old one ends."
            label={`New signing secret of ${url}`}
            secret={result.value.secret}
          />
        </div>
      )}
    </form>
  );
}
