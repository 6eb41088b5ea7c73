'use client';

import { Button } from '#components/ui/button.tsx';
import { RetryIcon } from '#components/ui/icons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import type { CutoutFailed, CutoutUnderWay, CutoutWorkList } from '#lib/cutout/list-cutout-work.ts';
import type { CutoutAnswer } from '#lib/cutout/request-cutout.ts';
import { parameterWords } from './made-how-words.ts';

const states: Readonly<Record<CutoutUnderWay['state'], string>> = {
  waiting: 'Waits for its turn',
  running: 'Being cut out',
  retry: 'An attempt failed, another one follows',
};

/** Cut-outs that are being made, and those that could not be. */
export function CutoutQueue({
  action,
  assetId,
  work,
  mayAct,
}: {
  action: FormAction<CutoutAnswer>;
  assetId: string;
  work: CutoutWorkList;
  mayAct: boolean;
}) {
  if (work.under_way.length + work.failed.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {work.under_way.map(({ job_id, state, made_how }) => (
        <li className="flex flex-wrap items-baseline gap-x-1 text-small" key={job_id} role="status">
          <StatusDot className="font-medium" tone="busy">
            {states[state]}
          </StatusDot>
          <span className="text-ink-soft">
            {made_how.remover.label}, {parameterWords(made_how.parameters)}
          </span>
        </li>
      ))}
      {work.failed.map((failed) => (
        <li key={failed.job_id}>
          <Notice
            action={mayAct && <RetryForm action={action} assetId={assetId} failed={failed} />}
            tone="fail"
          >
            {failed.message}{' '}
            <span className="text-ink-soft">
              ({failed.made_how.remover.label}, {parameterWords(failed.made_how.parameters)})
            </span>
          </Notice>
        </li>
      ))}
    </ul>
  );
}

/** The same once more. */
function RetryForm({
  action,
  assetId,
  failed: { made_how },
}: {
  action: FormAction<CutoutAnswer>;
  assetId: string;
  failed: CutoutFailed;
}) {
  const { form, pending, message } = useFormAction(action);
  const { tolerance, feather_px, holes } = made_how.parameters;
  const values = { asset_id: assetId, remover: made_how.remover.id, tolerance, feather_px, holes };
  return (
    <form {...form}>
      {Object.entries(values).map(
        ([name, value]) =>
          value !== undefined && <input key={name} name={name} type="hidden" value={value} />,
      )}
      <Button aria-disabled={pending} size="small" type="submit">
        <RetryIcon />
        {pending ? 'Asking…' : 'Try again'}
      </Button>
      {message && <span role="alert">{message}</span>}
    </form>
  );
}
