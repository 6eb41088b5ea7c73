'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import type { DeadSettled } from '#lib/jobs/settle-dead.ts';

export interface SettledLetters extends DeadSettled {
  deed: 'requeue' | 'dismiss';
}

/** The letters of the filter, each with its tick, and what can be done with one, with those ticked, and with all. */
export function DeadLettersForm({
  action,
  filter,
  count,
  children,
}: {
  action: FormAction<SettledLetters>;
  /** What "all" means. */
  filter: Readonly<Record<string, string>>;
  count: number;
  children: ReactNode;
}) {
  const { form, result, pending, message } = useFormAction(action);
  const answer = useRef<HTMLDivElement>(null);
  // The button that was pressed goes with its letter.
  useEffect(() => {
    if (result) answer.current?.focus();
  }, [result]);
  const word = count === 1 ? 'it' : `all ${count}`;
  return (
    <form {...form}>
      {Object.entries(filter).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <div aria-live="polite" className="empty:hidden" ref={answer} tabIndex={-1}>
        {result?.ok && <Settled {...result.value} />}
        {message && <Notice tone="fail">{message}</Notice>}
      </div>
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-1 py-1">
          <Button aria-disabled={pending} name="act" size="small" type="submit" value="requeue ticked">
            Requeue ticked
          </Button>
          <Button
            aria-disabled={pending}
            kind="quiet"
            name="act"
            size="small"
            type="submit"
            value="dismiss ticked"
          >
            Dismiss ticked
          </Button>
          <span className="flex-1" />
          <Button aria-disabled={pending} name="act" size="small" type="submit" value="requeue all">
            Requeue {word}
          </Button>
          <Button
            aria-disabled={pending}
            kind="quiet"
            name="act"
            size="small"
            type="submit"
            value="dismiss all"
          >
            Dismiss {word}
          </Button>
        </div>
      )}
      {children}
    </form>
  );
}

function Settled({ deed, settled, refused, more }: SettledLetters) {
  const done = deed === 'requeue' ? 'Requeued' : 'Dismissed';
  const isNothing = settled === 0 && refused.length === 0;
  return (
    <Notice tone={refused.length > 0 ? 'warn' : 'ok'}>
      {isNothing ? 'Somebody else was faster, or nothing was ticked.' : `${done} ${settled}.`}{' '}
      {refused.join(' ')}
      {more && ' There are more: do it once more.'}
    </Notice>
  );
}
