'use client';

import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ShownOnce } from '#components/ui/shown-once.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

/** Adds a receiver, and shows its signing secret this once. */
export function AddWebhookForm({
  action,
  events,
}: {
  action: FormAction<{ url: string; secret: string }>;
  events: readonly string[];
}) {
  const { form, result, pending, errorOf, message } = useFormAction(action, () => form.ref.current?.reset());
  return (
    <form {...form} className="flex flex-col gap-2">
      <Field
        autoComplete="off"
        error={errorOf('url')}
        hint="It gets a POST for each event, such as https://example.com/hooks."
        label="Address"
        name="url"
        required
        type="url"
      />
      <Field
        autoComplete="off"
        error={errorOf('description')}
        label="What it is"
        maxLength={200}
        name="description"
      />
      <fieldset>
        <legend className="text-small font-medium">Is told of</legend>
        <div className="flex flex-wrap gap-x-3">
          {events.map((event) => (
            <label
              className="flex min-h-4 items-center gap-1 text-small pointer-coarse:min-h-[44px]"
              key={event}
            >
              <input
                className="size-2 accent-accent"
                defaultChecked={event === 'AssetReady' || event === 'DerivativePublished'}
                name="event_types"
                type="checkbox"
                value={event}
              />
              {event}
            </label>
          ))}
        </div>
        {errorOf('event_types') && <p className="text-small text-fail">{errorOf('event_types')}</p>}
      </fieldset>
      {message && (
        <Notice live tone="fail">
          {message}
        </Notice>
      )}
      <Button aria-disabled={pending} className="self-start" type="submit">
        {pending ? 'Adding…' : 'Add the receiver'}
      </Button>
      {result?.ok && (
        <ShownOnce
          hint="It is shown this once. It is kept sealed, to sign with; nobody can look it up later."
          label={`Signing secret of ${result.value.url}`}
          secret={result.value.secret}
        />
      )}
    </form>
  );
}
