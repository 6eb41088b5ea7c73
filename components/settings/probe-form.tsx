'use client';

import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

export type ProbeAnswer = { status: number } | { error: string };

/** Calls a receiver once and says what it answered. */
export function ProbeForm({ action, id }: { action: FormAction<ProbeAnswer>; id: string }) {
  const { form, result, pending, message } = useFormAction(action);
  const said = result?.ok
    ? wordsOf(result.value)
    : message
      ? { tone: 'fail' as const, words: message }
      : undefined;
  return (
    <form {...form} className="flex flex-col items-start gap-1">
      <input name="id" type="hidden" value={id} />
      <p className="text-small text-ink-soft">A signed message of the type Test, once.</p>
      <Button aria-disabled={pending} type="submit">
        {pending ? 'Calling…' : 'Send a test'}
      </Button>
      {said && !pending && (
        <Notice live tone={said.tone}>
          {said.words}
        </Notice>
      )}
    </form>
  );
}

function wordsOf(answer: ProbeAnswer) {
  if ('error' in answer) return { tone: 'fail' as const, words: `It could not be called: ${answer.error}` };
  const isTaken = answer.status >= 200 && answer.status < 300;
  return {
    tone: isTaken ? ('ok' as const) : ('fail' as const),
    words: isTaken
      ? `It answered ${answer.status}.`
      : `It answered ${answer.status}: a receiver answers 2xx.`,
  };
}
