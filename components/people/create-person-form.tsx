'use client';

import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import { type AudienceOption, MembershipFields, type ProductOption } from './membership-fields.tsx';
import { PasswordFields } from './password-fields.tsx';
import { type CreatedPerson, PersonCreated } from './person-created.tsx';
import { RoleChoice } from './role-choice.tsx';

/** A new account: who, what they may do, what they see, and how they get in. */
export function CreatePersonForm({
  action,
  audiences,
  products,
}: {
  action: FormAction<CreatedPerson>;
  audiences: readonly AudienceOption[];
  products: readonly ProductOption[];
}) {
  const { form, result, pending, errorOf, message } = useFormAction(action);
  if (result?.ok) return <PersonCreated person={result.value} />;
  return (
    <form {...form} className="flex max-w-[44rem] flex-col gap-3 border-t border-line pt-3">
      <div className="grid gap-2 sm:grid-cols-2">
        <Field autoComplete="off" error={errorOf('name')} label="Name" maxLength={200} name="name" required />
        <Field
          autoCapitalize="none"
          autoComplete="off"
          error={errorOf('email')}
          label="Email"
          maxLength={320}
          name="email"
          required
          spellCheck={false}
          type="email"
        />
      </div>
      <RoleChoice initial="member" />
      <div>
        <p className="text-small font-medium">What they see in the catalog</p>
        <p className="voice-label">What is public they see in any case.</p>
        <MembershipFields audiences={audiences} errorOf={errorOf} memberships={[]} products={products} />
      </div>
      <PasswordFields error={errorOf('password')} />
      {message && (
        <Notice live tone="fail">
          {message}
        </Notice>
      )}
      <Button aria-disabled={pending} className="self-start" kind="primary" type="submit">
        {pending ? 'Creating…' : 'Create the account'}
      </Button>
    </form>
  );
}
