'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** One's own password. It can be looked at while it is typed: who mistypes it is out. */
export function OwnPasswordForm({ action, email }: { action: FormAction<unknown>; email: string }) {
  const [isShown, setIsShown] = useState(false);
  const { form, pending, errorOf, message } = useFormAction(action);
  const type = isShown ? 'text' : 'password';
  return (
    <form {...form} className="flex max-w-[24rem] flex-col gap-2">
      {/* Password managers file the new password under it. */}
      <input autoComplete="username" hidden name="email" readOnly type="email" value={email} />
      <Field
        autoComplete="current-password"
        error={errorOf('current')}
        label="Current password"
        name="current"
        required
        type={type}
      />
      <Field
        autoComplete="new-password"
        error={errorOf('next')}
        hint="At least 10 characters."
        label="New password"
        maxLength={200}
        name="next"
        required
        type={type}
      />
      <label className="flex min-h-4 items-center gap-1 text-small pointer-coarse:min-h-[44px]">
        <input
          checked={isShown}
          className="size-2 accent-accent"
          onChange={(event) => setIsShown(event.target.checked)}
          type="checkbox"
        />
        Show what I type
      </label>
      {message && (
        <Notice live tone="fail">
          {message}
        </Notice>
      )}
      <Button aria-disabled={pending} className="self-start" type="submit">
        {pending ? 'Changing…' : 'Change the password'}
      </Button>
    </form>
  );
}
