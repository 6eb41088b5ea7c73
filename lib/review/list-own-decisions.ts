import { listDecisionsOf } from '#db/queries/review-queue.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';

export interface OwnDecision {
  id: number;
  at: string;
  decision: 'approved' | 'withdrawn' | 'changes_requested';
  asset_id: string;
  name: string;
  /** Of an approval. */
  audiences: string[];
  note: string;
}

const decisions: Readonly<Record<string, OwnDecision['decision']>> = {
  'asset.approved': 'approved',
  'asset.approval_withdrawn': 'withdrawn',
};

/** One sitting at most: what somebody did yesterday is in the photos' own timelines. */
const hours = 12;

/** What the caller has approved, taken back and sent back by hand lately, newest first. */
export async function listOwnDecisions({ db }: Services, caller: Caller): Promise<OwnDecision[]> {
  requirePermission(caller.actor, 'asset.approve');
  const id = personId(caller);
  if (id === null) return [];
  const rows = await listDecisionsOf(db, id, hours);
  return rows.map(({ action, at, detail, title, filename, ...row }) => {
    const { audiences = [], note = '' } = detail as { audiences?: string[]; note?: string };
    return {
      ...row,
      at: at.toISOString(),
      decision: decisions[action] ?? 'changes_requested',
      name: title || filename,
      audiences,
      note,
    };
  });
}
