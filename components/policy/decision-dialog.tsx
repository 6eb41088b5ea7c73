'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextArea } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

interface DecisionDialogProps {
  action: FormAction<unknown>;
  /** The words of the button that opens it, and of the one that does it. */
  label: string;
  busyLabel: string;
  kind?: 'primary' | 'secondary' | 'quiet';
  doKind?: 'primary' | 'danger';
  size?: 'regular' | 'small';
  title: string;
  /** The id of what has the focus once it is done. */
  focusAfter: string;
  /** Sent with the reason. */
  values: Readonly<Record<string, string | number>>;
  /** What it will do, said before it is done, and what is to be chosen. */
  children: ReactNode;
}

/** A button whose deed is explained first, and done once there is a reason for the record. */
export function DecisionDialog({
  action,
  label,
  busyLabel,
  kind = 'secondary',
  doKind = 'primary',
  size = 'small',
  title,
  focusAfter,
  values,
  children,
}: DecisionDialogProps) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const { form, result, pending, errorOf } = useFormAction(action, () => {
    setOpen(false);
    // The button may be gone with what it could do.
    document.getElementById(focusAfter)?.focus();
  });
  const others = result?.ok === false ? result.issues?.filter(({ path }) => path !== 'reason') : undefined;
  const refusal = others ? others[0]?.message : result?.ok === false ? result.message : undefined;
  const isOutdated = result?.ok === false && result.code === 'activation_conflict';
  return (
    <>
      <Button aria-haspopup="dialog" kind={kind} onClick={() => setOpen(true)} size={size}>
        {label}
      </Button>
      <Dialog onClose={() => setOpen(false)} open={open} title={title}>
        <form {...form} className="flex flex-col gap-2">
          {Object.entries(values).map(([name, value]) => (
            <input key={name} name={name} type="hidden" value={value} />
          ))}
          {/* Mounted as it opens, so that what it says is of this moment. */}
          {open && children}
          <TextArea
            error={errorOf('reason')}
            hint="It stands in the history for everyone who looks."
            label="Why"
            maxLength={2000}
            name="reason"
            required
            rows={2}
          />
          {refusal && (
            <Notice
              action={
                isOutdated && (
                  <Button onClick={() => router.refresh()} size="small">
                    Look again
                  </Button>
                )
              }
              live
              tone="fail"
            >
              {refusal}
            </Notice>
          )}
          <div className="flex flex-wrap justify-end gap-1">
            <Button kind="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button aria-disabled={pending} kind={doKind} type="submit">
              {pending ? busyLabel : label}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
