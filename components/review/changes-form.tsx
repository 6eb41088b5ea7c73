'use client';

import { useRef } from 'react';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/field.tsx';
import { KeyHint } from '#components/ui/kbd.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Sends the photo back with a note: folded until it is wanted, then the note has the focus. */
export function ChangesForm({ action, assetId }: { action: FormAction<unknown>; assetId: string }) {
  const { form, pending, errorOf, message } = useFormAction(action);
  const summary = useRef<HTMLElement>(null);
  return (
    <details
      className="group"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        summary.current?.focus();
      }}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.querySelector('textarea')?.focus();
      }}
    >
      <summary
        aria-keyshortcuts="C"
        className={buttonClass({}, 'w-full list-none group-open:mb-1.5 [&::-webkit-details-marker]:hidden')}
        data-key="c"
        ref={summary}
      >
        Ask for changes
        <KeyHint>C</KeyHint>
      </summary>
      <form {...form} className="flex flex-col gap-1.5">
        <input name="asset_id" type="hidden" value={assetId} />
        <TextArea
          error={errorOf('note')}
          hint="It stands on the photo’s page and in the queue until the photo is changed."
          label="What should change"
          maxLength={2000}
          name="note"
          required
          rows={3}
        />
        {message && (
          <Notice live tone="fail">
            {message}
          </Notice>
        )}
        <Button aria-disabled={pending} className="self-start" type="submit">
          {pending ? 'Sending back…' : 'Send it back'}
        </Button>
      </form>
    </details>
  );
}
