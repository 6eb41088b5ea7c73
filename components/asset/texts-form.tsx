'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Title and alternative text. They are in no file, so saving them makes nothing anew. */
export function TextsForm({
  action,
  assetId,
  title,
  altText,
}: {
  action: FormAction<unknown>;
  assetId: string;
  title: string;
  altText: string;
}) {
  const [isSaved, setIsSaved] = useState(false);
  const { form, pending, errorOf, message } = useFormAction(action, () => setIsSaved(true));
  return (
    <form {...form} className="flex flex-col gap-1.5" onChange={() => setIsSaved(false)}>
      <input name="asset_id" type="hidden" value={assetId} />
      <Field
        autoComplete="off"
        defaultValue={title}
        error={errorOf('title')}
        hint="Audiences read it, and downloads are named after it."
        label="Title"
        maxLength={200}
        name="title"
      />
      <TextArea
        defaultValue={altText}
        error={errorOf('alt_text')}
        hint="What the picture shows, for people who don’t see it."
        label="Alternative text"
        maxLength={1000}
        name="alt_text"
        rows={4}
      />
      {message && (
        <Notice live tone="fail">
          {message}
        </Notice>
      )}
      <div className="flex items-center gap-1.5">
        <Button aria-disabled={pending} size="small" type="submit">
          {pending ? 'Saving…' : 'Save texts'}
        </Button>
        <span className="voice-label" role="status">
          {isSaved && !pending ? 'Saved. No file was made anew.' : ''}
        </span>
      </div>
    </form>
  );
}
