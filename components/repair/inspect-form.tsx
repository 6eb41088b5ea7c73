'use client';

import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Starts an inspection. Reading every byte of many files takes long, so it is asked for. */
export function InspectForm({
  action,
  values,
  isAgain,
}: {
  action: FormAction<unknown>;
  values: Readonly<Record<string, string>>;
  isAgain: boolean;
}) {
  const { form, result, pending } = useFormAction(action);
  return (
    <form {...form} className="flex flex-col items-start gap-1.5">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <label className="flex items-start gap-1 text-small">
        <input className="mt-[3px] accent-ink" name="all_bytes" type="checkbox" />
        Read every byte, also of many files
      </label>
      <Button aria-disabled={pending} type="submit">
        {pending ? 'Starting…' : isAgain ? 'Inspect again' : 'Inspect this version'}
      </Button>
      {result?.ok === false && (
        <Notice live tone="fail">
          {result.message}
        </Notice>
      )}
    </form>
  );
}
