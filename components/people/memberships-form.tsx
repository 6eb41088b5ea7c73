'use client';

import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import {
  type AudienceOption,
  MembershipFields,
  type MembershipValue,
  type ProductOption,
} from './membership-fields.tsx';
import { SaveLine } from './save-line.tsx';

/** What a person sees, replaced as a whole. */
export function MembershipsForm({
  action,
  personId,
  audiences,
  products,
  memberships,
}: {
  action: FormAction<unknown>;
  personId: string;
  audiences: readonly AudienceOption[];
  products: readonly ProductOption[];
  memberships: readonly MembershipValue[];
}) {
  const { form, result, pending, errorOf, message } = useFormAction(action);
  return (
    <form {...form} className="flex flex-col gap-2">
      <input name="id" type="hidden" value={personId} />
      <div className="border-t border-line">
        <MembershipFields
          audiences={audiences}
          errorOf={errorOf}
          memberships={memberships}
          products={products}
        />
      </div>
      <SaveLine
        done="Saved. It holds from their next click on."
        label="Save what they see"
        pending={pending}
        refusal={message}
        wasSaved={result?.ok === true}
      />
    </form>
  );
}
