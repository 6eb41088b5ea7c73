import { DecisionDialog } from '#components/policy/decision-dialog.tsx';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import type { FileUse as Use } from '#lib/repair/get-file-use.ts';

const why = {
  retention: 'The time of its version was over',
  by_hand: 'It was taken out of use',
  damaged: 'It was found damaged',
  lost: 'It was lost, and made anew it would have other bytes',
  master_removed: 'Its photo was removed',
} as const;

/** Whether the file is given out, for staff; taking it out of use and bringing it back are decisions with a reason. */
export function FileUse({
  use,
  values,
  clock,
  actions,
}: {
  use: Use;
  values: Readonly<Record<string, string | number>>;
  clock: { now: Date; timeZone: string };
  actions: { retire: FormAction<unknown>; remake: FormAction<unknown> } | undefined;
}) {
  const { retired_why, retired_at, retired_reason, is_being_remade } = use;
  return (
    <section aria-labelledby="use" className="flex flex-col items-start gap-1.5">
      <h2 className="voice-wide text-title outline-none" id="use" tabIndex={-1}>
        Use
      </h2>
      {retired_why ? (
        <Notice tone="warn">
          {why[retired_why]} {retired_at && <RelativeTime at={retired_at} {...clock} />}: nobody is given it
          any more. {retired_reason}
        </Notice>
      ) : (
        <p className="text-small">It is given to those who may have it.</p>
      )}
      {is_being_remade && <Notice>It is being made anew.</Notice>}
      <RefreshWhile isUnderWay={is_being_remade} />
      {actions && retired_why !== 'master_removed' && (
        <div className="flex flex-wrap gap-1">
          {retired_why !== 'by_hand' && (
            <DecisionDialog
              action={actions.retire}
              busyLabel="Taking it out of use…"
              doKind="danger"
              focusAfter="use"
              label="Take out of use"
              title="Take this file out of use"
              values={values}
            >
              <p>
                Nobody is given this file any more, nor an earlier version of it in its place. Links that are
                out end within a minute. Its manifest stays. Making it anew brings it back.
              </p>
            </DecisionDialog>
          )}
          {!is_being_remade && (
            <DecisionDialog
              action={actions.remake}
              busyLabel="Asking…"
              focusAfter="use"
              label="Make it anew"
              title="Make this file anew"
              values={values}
            >
              <p>
                It is rendered again from its master, and published under the same link if its bytes are the
                same as before.
              </p>
              <label className="flex items-start gap-1 text-small">
                <input className="mt-[3px] accent-ink" name="new_bytes" type="checkbox" />
                <span>
                  Publish it also with other bytes
                  <span className="voice-label block">
                    Whoever compares this link’s file with an earlier download will see a difference. Both
                    hashes are kept on record.
                  </span>
                </span>
              </label>
            </DecisionDialog>
          )}
        </div>
      )}
    </section>
  );
}
