'use client';

import { ShownOnce } from '#components/ui/shown-once.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import { PasswordFields } from './password-fields.tsx';
import { SaveLine } from './save-line.tsx';

/** Another password for somebody who lost theirs. */
export function PasswordForm({
  action,
  person,
}: {
  action: FormAction<{ made_password: string | null }>;
  person: { id: string; name: string };
}) {
  const { form, result, pending, errorOf, message } = useFormAction(action, () => form.ref.current?.reset());
  return (
    <form {...form} className="flex flex-col gap-2">
      <input name="id" type="hidden" value={person.id} />
      <PasswordFields error={errorOf('password')} hideLegend />
      <SaveLine
        done="Saved. They sign in anew with it."
        label="Set the password"
        pending={pending}
        refusal={message}
        wasSaved={result?.ok === true}
      />
      {result?.ok && result.value.made_password && (
        <ShownOnce label={`Password of ${person.name}`} secret={result.value.made_password} />
      )}
    </form>
  );
}
