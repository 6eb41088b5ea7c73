'use client';

import { audienceLook } from '#components/ui/audience-look.ts';
import { Button } from '#components/ui/button.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { WarningIcon } from '#components/ui/icons.tsx';
import { KeyHint } from '#components/ui/kbd.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';

export interface AudienceChoice {
  slug: string;
  name: string;
  purpose: string;
  hue: string;
  icon: string;
  /** Everyone, without signing in: never ticked by itself. */
  isOpen: boolean;
  isTicked: boolean;
}

/** Approves a version: for whom, from when until when, and why. */
export function ApproveForm({
  action,
  assetId,
  version,
  audiences,
  note,
  from,
  until,
  timeZone,
  isChange,
  replaces = null,
  isInQueue = false,
  onDone,
}: {
  action: FormAction<unknown>;
  assetId: string;
  version: number;
  audiences: readonly AudienceChoice[];
  note: string;
  /** Dates in the portal's time zone, or nothing. */
  from: string;
  until: string;
  timeZone: string;
  /** It takes the place of an approval that stands. */
  isChange: boolean;
  /** The version that this one takes the place of. */
  replaces?: number | null;
  /** One of many decisions: what is seldom needed is folded away, and the key A approves. */
  isInQueue?: boolean;
  onDone?: () => void;
}) {
  const { form, pending, errorOf, message, result } = useFormAction(action, onDone);
  const refusal =
    message ?? (result?.ok === false && result.issues === undefined ? result.message : undefined);
  const terms = (
    <>
      <div className="grid grid-cols-2 gap-1">
        <Field
          defaultValue={from}
          error={errorOf('publish_from')}
          label="From"
          name="publish_from"
          type="date"
        />
        <Field
          defaultValue={until}
          error={errorOf('publish_until')}
          label="Until"
          name="publish_until"
          type="date"
        />
        <p className="voice-label col-span-2">
          Whole days in {timeZone}, the last one included. Left empty, there is no such bound.
        </p>
      </div>
      <TextArea
        defaultValue={note}
        error={errorOf('note')}
        hint="For colleagues; no audience reads it."
        label="Note"
        maxLength={2000}
        name="note"
        rows={2}
      />
    </>
  );
  return (
    <form {...form} className="flex flex-col gap-2">
      <input name="asset_id" type="hidden" value={assetId} />
      <input name="version" type="hidden" value={version} />
      <fieldset>
        <legend className="text-small font-medium">Who may have it</legend>
        <div className="mt-0.5 flex flex-col">
          {audiences.map((audience) => (
            <AudienceBox audience={audience} key={audience.slug} />
          ))}
        </div>
        {errorOf('audiences') && (
          <p className="mt-0.5 flex items-start gap-0.5 text-small text-fail" role="alert">
            <WarningIcon className="mt-[2px] shrink-0" />
            {errorOf('audiences')}
          </p>
        )}
      </fieldset>
      {isInQueue ? (
        <details open={['publish_from', 'publish_until', 'note'].some(errorOf) || undefined}>
          <summary className="min-h-4 py-0.5 text-small">From when, until when, and a note</summary>
          <div className="flex flex-col gap-2 pt-1">{terms}</div>
        </details>
      ) : (
        terms
      )}
      {refusal && (
        <Notice live tone="fail">
          {refusal}
        </Notice>
      )}
      <Button
        aria-disabled={pending}
        aria-keyshortcuts={isInQueue ? 'A' : undefined}
        className={isInQueue ? 'w-full' : 'self-start'}
        data-key={isInQueue ? 'a' : undefined}
        kind="primary"
        type="submit"
      >
        {pending ? 'Approving…' : deedWords(isChange, version, replaces)}
        {isInQueue && <KeyHint>A</KeyHint>}
      </Button>
    </form>
  );
}

function deedWords(isChange: boolean, version: number, replaces: number | null): string {
  if (replaces !== null) return `Approve version ${version} in place of ${replaces}`;
  return isChange ? 'Approve anew' : 'Approve';
}

function AudienceBox({ audience }: { audience: AudienceChoice }) {
  const { Icon, style } = audienceLook(audience);
  return (
    <label
      className="flex min-h-4 items-center gap-1 border-b border-line py-0.5 text-small pointer-coarse:min-h-[44px]"
      style={style}
    >
      <input
        className="size-2 shrink-0 accent-accent"
        defaultChecked={audience.isTicked}
        name="audiences"
        type="checkbox"
        value={audience.slug}
      />
      <span className="audience-ink flex items-center gap-0.5 font-medium">
        <Icon />
        {audience.name}
      </span>
      <span className="voice-label min-w-0 flex-1 text-right">
        {audience.isOpen ? 'everyone, without signing in' : audience.purpose}
      </span>
    </label>
  );
}
