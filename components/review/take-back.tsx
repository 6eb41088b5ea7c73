'use client';

import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Undoes an approval right after it was given. */
export function TakeBack({
  action,
  assetId,
  name,
}: {
  action: FormAction<unknown>;
  assetId: string;
  name: string;
}) {
  const { form, pending, message } = useFormAction(action);
  return (
    <form {...form} className="inline-flex items-baseline gap-1">
      <input name="asset_id" type="hidden" value={assetId} />
      <button
        aria-disabled={pending}
        aria-label={`Undo the approval of ${name}`}
        className="min-h-3 underline pointer-coarse:min-h-[44px]"
        type="submit"
      >
        {pending ? 'Undoing…' : 'Undo'}
      </button>
      {message && (
        <span className="text-fail" role="alert">
          {message}
        </span>
      )}
    </form>
  );
}
