'use client';

import { Button } from '#components/ui/button.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Tells a receiver of one event again. */
export function RedeliverForm({
  action,
  id,
  eventId,
}: {
  action: FormAction<unknown>;
  id: string;
  eventId: string;
}) {
  const { form, result, pending, message } = useFormAction(action);
  return (
    <form {...form} className="flex items-center gap-1">
      <input name="id" type="hidden" value={id} />
      <input name="event_id" type="hidden" value={eventId} />
      <span className="voice-label" role="status">
        {message ?? (result?.ok && !pending ? 'On its way.' : '')}
      </span>
      <Button aria-disabled={pending} kind="quiet" size="small" type="submit">
        Deliver again
      </Button>
    </form>
  );
}
