import { randomUUID } from 'node:crypto';
import { findStandingApproval, insertApproval, insertWithdrawal } from '#db/queries/approvals.ts';
import { listAudienceRows } from '#db/queries/audiences.ts';
import { hasVersion, lockAsset } from '#db/queries/reviewed-assets.ts';
import { type Caller, isStaff } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { parseRightsWindow } from './rights-window.ts';

export interface ApprovalInput {
  assetId: string;
  version: number;
  /** Slugs; left out: all there are by now. */
  audiences?: readonly string[] | undefined;
  note?: string | undefined;
  /** A date (the whole day in the portal's time zone) or a time with its offset; left out: no bound. */
  publish_from?: string | null | undefined;
  publish_until?: string | null | undefined;
}

export interface Approval {
  approval_id: string;
  asset_id: string;
  version: number;
  audiences: string[];
  note: string;
  publish_from: string | null;
  publish_until: string | null;
  approved_at: string;
}

/**
 * Approves one version of a READY asset for audiences and a window. It takes the place of the approval that stands,
 * which is withdrawn in the same transaction under a lock on the asset: at no moment do two stand, and at none does
 * neither. `created` is false where one was replaced.
 */
export async function approveVersion(
  services: Services,
  caller: Caller,
  input: ApprovalInput,
): Promise<{ created: boolean; approval: Approval }> {
  requirePermission(caller.actor, 'asset.approve');
  const { actor } = caller;
  if (!isStaff(actor)) throw new Problem('forbidden', 'Only a person can approve a photo.');
  const window = parseRightsWindow(input, services.env.PORTAL_TIME_ZONE);
  return services.db.transaction().execute(async (trx) => {
    const asset = await lockAsset(trx, input.assetId);
    if (!asset) throw notFound('asset');
    if (asset.binned_at) throw new Problem('conflict', 'This photo is in the bin: bring it back first.');
    if (asset.status !== 'READY')
      throw new Problem('conflict', 'This photo is not ready yet: approve it once it is READY.');
    if (!(await hasVersion(trx, input.assetId, input.version))) throw notFound('version');
    const known = (await listAudienceRows(trx)).map(({ slug }) => slug);
    const audiences = chooseAudiences(known, input.audiences);

    const replaced = await findStandingApproval(trx, input.assetId);
    if (replaced)
      await insertWithdrawal(trx, {
        approvalId: replaced.id,
        by: actor.id,
        reason: 'Replaced by a new approval.',
      });
    const id = randomUUID();
    const note = input.note ?? '';
    const { created_at } = await insertApproval(trx, {
      ...window,
      id,
      assetId: input.assetId,
      version: input.version,
      by: actor.id,
      note,
      audiences,
    });
    await publishEvent(services, trx, {
      eventId: id,
      type: 'AssetApproved',
      key: input.assetId,
      payload: { asset_id: input.assetId, approval_id: id },
      caller,
    });
    const terms = {
      version: input.version,
      audiences,
      note,
      publish_from: window.from?.toISOString() ?? null,
      publish_until: window.until?.toISOString() ?? null,
    };
    await recordAudit(trx, caller, {
      action: 'asset.approved',
      subjectKind: 'asset',
      subjectId: input.assetId,
      detail: { approval_id: id, replaces: replaced?.id ?? null, ...terms },
    });
    const approval = {
      approval_id: id,
      asset_id: input.assetId,
      ...terms,
      approved_at: created_at.toISOString(),
    };
    return { created: replaced === undefined, approval };
  });
}

function chooseAudiences(known: readonly string[], wanted: readonly string[] | undefined): string[] {
  if (wanted === undefined) return [...known];
  const unknown = wanted.find((slug) => !known.includes(slug));
  if (unknown !== undefined) throw invalid(`There is no audience “${unknown}”.`);
  if (wanted.length === 0) throw invalid('Choose at least one audience, or withdraw the approval.');
  return known.filter((slug) => wanted.includes(slug));
}

function invalid(message: string): Problem {
  return new Problem('invalid_request', message, { details: { issues: [{ path: 'audiences', message }] } });
}
