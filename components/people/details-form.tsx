'use client';

import { Field } from '#components/ui/field.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import type { Role } from '#lib/lifecycle.ts';
import { RoleChoice } from './role-choice.tsx';
import { SaveLine } from './save-line.tsx';

/** Name and role. */
export function DetailsForm({
  action,
  person,
}: {
  action: FormAction<unknown>;
  person: { id: string; name: string; role: Role };
}) {
  const { form, result, pending, errorOf, message } = useFormAction(action);
  return (
    <form {...form} className="flex flex-col gap-2">
      <input name="id" type="hidden" value={person.id} />
      <Field
        autoComplete="off"
        defaultValue={person.name}
        error={errorOf('name')}
        label="Name"
        maxLength={200}
        name="name"
        required
      />
      <RoleChoice initial={person.role} />
      <SaveLine
        done="Saved. The role holds from their next click on."
        label="Save name and role"
        pending={pending}
        refusal={message}
        wasSaved={result?.ok === true}
      />
    </form>
  );
}
