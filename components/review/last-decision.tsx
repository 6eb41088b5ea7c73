import Link from 'next/link';
import { CheckIcon, CommentIcon } from '#components/ui/icons.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import type { OwnDecision } from '#lib/review/list-own-decisions.ts';
import { TakeBack } from './take-back.tsx';

/** Later than this it is history, which the photo's page tells. */
const freshMs = 10 * 60_000;

/** What was done just now, and the way to undo it. */
export function LastDecision({
  decision: last,
  audienceName,
  takeBack,
  now,
}: {
  decision: OwnDecision | undefined;
  audienceName: (slug: string) => string;
  takeBack: FormAction<unknown>;
  now: Date;
}) {
  if (!last || last.decision === 'withdrawn' || now.getTime() - Date.parse(last.at) > freshMs) return null;
  const isApproval = last.decision === 'approved';
  const Icon = isApproval ? CheckIcon : CommentIcon;
  return (
    <div
      className="mb-1 flex flex-wrap items-baseline gap-x-1 text-small text-ink-soft [overflow-wrap:anywhere]"
      role="status"
    >
      <Icon className={`shrink-0 self-center ${isApproval ? 'text-ok' : 'text-warn'}`} />
      <span>
        {isApproval ? 'Approved' : 'Sent back'}:{' '}
        <Link className="text-ink underline" href={`/library/${last.asset_id}`}>
          {last.name}
        </Link>
        {isApproval && `, for ${last.audiences.map(audienceName).join(', ')}`}
      </span>
      {isApproval && <TakeBack action={takeBack} assetId={last.asset_id} name={last.name} />}
    </div>
  );
}
