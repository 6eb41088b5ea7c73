'use client';

import { type FormEvent, startTransition, useActionState, useEffect, useRef } from 'react';
import type { ActionResult } from '#lib/action.ts';

/** A server action of a form; it is handed its own last answer, so that a form works before scripts run. */
export type FormAction<T> = (last: ActionResult<T> | null, form: FormData) => Promise<ActionResult<T>>;

/**
 * A form on a server action: spread `form` on the `form` element, put `errorOf(name)` beside the fields and
 * `message` where none of them is meant. What was typed stays when the action refuses it.
 */
export function useFormAction<T>(action: FormAction<T>, onDone?: (value: T) => void) {
  const [result, dispatch, pending] = useActionState(action, null);
  const element = useRef<HTMLFormElement>(null);
  const done = useRef(onDone);
  done.current = onDone;

  useEffect(() => {
    if (result?.ok) done.current?.(result.value);
    else if (result) focusFirst(element.current, result.issues?.map(({ path }) => path) ?? []);
  }, [result]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // React empties a form that it submits itself, also one whose answer is a refusal.
    event.preventDefault();
    if (pending) return;
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    startTransition(() => dispatch(form));
  }

  const issues = result?.ok === false ? (result.issues ?? []) : [];
  return {
    form: { action: dispatch, onSubmit, ref: element, noValidate: true },
    result,
    pending,
    errorOf: (name: string) => issues.find(({ path }) => path === name)?.message,
    message: result?.ok === false && issues.length === 0 ? result.message : undefined,
  };
}

function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const field = [...(form?.elements ?? [])].find((each) => names.includes((each as HTMLInputElement).name));
  (field as HTMLElement | undefined)?.focus();
}
