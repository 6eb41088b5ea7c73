'use client';

import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ShownOnce } from '#components/ui/shown-once.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Makes a token under a name, and shows it this once. */
export function CreateTokenForm({ action }: { action: FormAction<{ name: string; token: string }> }) {
  const { form, result, pending, errorOf, message } = useFormAction(action, () => form.ref.current?.reset());
  return (
    <form {...form} className="mb-3 flex flex-col gap-1.5">
      <div className="flex flex-wrap items-start gap-x-1 gap-y-1">
        <Field
          autoComplete="off"
          className="flex-[1_1_16rem]"
          error={errorOf('name')}
          hint="After what will use it, such as the shop’s nightly import."
          label="Name of a new token"
          maxLength={100}
          name="name"
          required
        />
        <Button aria-disabled={pending} className="sm:mt-3" type="submit">
          {pending ? 'Making…' : 'Make a token'}
        </Button>
      </div>
      {message && (
        <Notice live tone="fail">
          {message}
        </Notice>
      )}
      {result?.ok && <ShownOnce label={`Token “${result.value.name}”`} secret={result.value.token} />}
    </form>
  );
}
