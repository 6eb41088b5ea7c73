import { DecisionDialog } from '#components/policy/decision-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import { dateIn } from '#lib/moment.ts';
import type { AssetDetail } from '#lib/review/get-asset-detail.ts';
import { lastDayOf } from '#lib/review/rights-window.ts';
import { ApprovalSummary } from './approval-summary.tsx';
import { ApproveForm, type AudienceChoice } from './approve-form.tsx';

/** Who has the photo by now, and the way to change that. */
export function ApprovalSection({
  asset,
  version,
  audiences,
  mayApprove,
  approve,
  withdraw,
  now,
  timeZone,
}: {
  asset: AssetDetail;
  version: number;
  audiences: readonly Omit<AudienceChoice, 'isTicked'>[];
  mayApprove: boolean;
  approve: FormAction<unknown>;
  withdraw: FormAction<unknown>;
  now: Date;
  timeZone: string;
}) {
  const { approval } = asset;
  const wasWithdrawn = !approval && asset.timeline.find(isDecision)?.action === 'asset.approval_withdrawn';
  const isOther = approval !== null && approval.version !== version;
  const form = (
    <ApproveForm
      action={approve}
      assetId={asset.asset_id}
      audiences={audiences.map((audience) => ({
        ...audience,
        isTicked: approval ? approval.audiences.includes(audience.slug) : !audience.isOpen,
      }))}
      from={approval?.publish_from ? dateIn(new Date(approval.publish_from), timeZone) : ''}
      isChange={approval !== null}
      key={`${approval?.approval_id ?? 'none'} ${version}`}
      replaces={isOther ? approval.version : null}
      note=""
      timeZone={timeZone}
      until={approval?.publish_until ? lastDayOf(new Date(approval.publish_until), timeZone) : ''}
      version={version}
    />
  );
  return (
    <section aria-labelledby="approval-title" className="flex flex-col gap-2">
      <h2 className="voice-wide text-title outline-none" id="approval-title" tabIndex={-1}>
        Approval
      </h2>
      {approval ? (
        <ApprovalSummary approval={approval} audiences={audiences} now={now} timeZone={timeZone} />
      ) : (
        <p className="text-small text-ink-soft">
          {wasWithdrawn
            ? 'The approval was withdrawn: no audience has this photo, and links that were out have ended.'
            : 'No audience has this photo yet. Look below at what each would get, then approve it.'}
        </p>
      )}
      {mayApprove && !approval && form}
      {mayApprove && approval && (
        <div className="flex flex-wrap items-start gap-1">
          <details className="min-w-0 flex-1 basis-full" open={isOther || undefined}>
            <summary className="min-h-4 py-0.5 text-small font-medium">
              {isOther ? `Approve version ${version} instead` : 'Change the approval'}
            </summary>
            {isOther && (
              <Notice tone="info">
                Audiences have version {approval.version} now. Approving version {version} takes its place for
                all of them at once; version {approval.version} is then approved no more.
              </Notice>
            )}
            <div className="pt-1">{form}</div>
          </details>
          <DecisionDialog
            action={withdraw}
            busyLabel="Withdrawing…"
            doKind="danger"
            focusAfter="approval-title"
            label="Withdraw the approval"
            title="Withdraw the approval?"
            values={{ asset_id: asset.asset_id }}
          >
            <p>
              No audience gets this photo any more, and links that are out end within a minute. You can
              approve it again at any time.
            </p>
          </DecisionDialog>
        </div>
      )}
    </section>
  );
}

function isDecision({ action }: { action: string }): boolean {
  return action === 'asset.approved' || action === 'asset.approval_withdrawn';
}
