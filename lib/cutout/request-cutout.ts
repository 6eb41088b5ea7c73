import type { Trx } from '#db/client.ts';
import {
  countCutoutJobsOf,
  findVersionOfRecipe,
  forgetCutoutFailure,
  unsafeFindCutoutBase,
} from '#db/queries/cutouts.ts';
import { lockAsset } from '#db/queries/reviewed-assets.ts';
import { type Caller, isStaff } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { versionEdits } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import { backdropWarning } from './backdrop-warning.ts';
import { cutoutJob } from './cutout-job.ts';
import { backdropRemover, type CutoutParameters, usedParameters } from './cutout-parameters.ts';
import { getRemover } from './get-remover.ts';
import { type MadeHow, recipeSha256 } from './made-how.ts';

export interface CutoutInput extends CutoutParameters {
  assetId: string;
  /** An original; left out: the newest one. */
  fromVersion?: number | undefined;
}

export type CutoutAnswer =
  /** `warning`: why the built-in remover may do badly here. */
  | { state: 'queued'; job_id: string; status_url: string; warning: string | null }
  /** These parameters made a version before. */
  | { state: 'made'; version: number };

/** Of one person: more would only wait for each other. */
const mostUnderWay = 20;

/**
 * Asks for a cut-out as a new version of a READY photo. The original stays as it is, and so does what is approved. The
 * same parameters make one version, however often they are asked for; where they failed before, they are tried again.
 */
export async function requestCutout(
  services: Services,
  caller: Caller,
  { assetId, fromVersion, ...parameters }: CutoutInput,
): Promise<CutoutAnswer> {
  requirePermission(caller.actor, 'asset.edit');
  const { actor } = caller;
  if (!isStaff(actor)) throw new Problem('forbidden', 'Only a person can ask for a cut-out.');
  const remover = getRemover(services.env, parameters.remover);
  return services.db.transaction().execute(async (trx) => {
    await requireReady(trx, assetId);
    const base = await unsafeFindCutoutBase(trx, assetId, fromVersion);
    if (!base) throw notFound('original');
    const { id, label, licence, revision } = remover;
    const made_how: MadeHow = {
      from_version: base.number,
      from_master_sha256: base.sha256,
      remover: { id, label, licence, revision },
      parameters: usedParameters(parameters),
    };
    const recipe = recipeSha256(made_how, versionEdits.nullable().parse(base.edits));
    const made = await findVersionOfRecipe(trx, assetId, recipe);
    if (made) return { state: 'made', version: made.number };
    if ((await countCutoutJobsOf(trx, actor.id)) >= mostUnderWay)
      throw new Problem(
        'rate_limited',
        `${mostUnderWay} cut-outs are being made for you already. Wait until some are done, then ask again.`,
        { retryAfterSeconds: 30 },
      );
    await forgetCutoutFailure(trx, assetId, recipe);
    const payload = { asset_id: assetId, recipe_sha256: recipe, parameters, made_how };
    const job = await enqueueJob(trx, cutoutJob(payload, actor.id));
    if (job.created)
      await recordAudit(trx, caller, {
        action: 'asset.cutout_requested',
        subjectKind: 'asset',
        subjectId: assetId,
        detail: { job_id: job.id, made_how },
      });
    const warning = id === backdropRemover ? backdropWarning(base.facts) : null;
    return { state: 'queued', job_id: job.id, status_url: `/api/jobs/${job.id}`, warning };
  });
}

/** Under the lock that a version is published under: what is made is seen, or not yet there. */
async function requireReady(trx: Trx, assetId: string): Promise<void> {
  const asset = await lockAsset(trx, assetId);
  if (!asset) throw notFound('asset');
  if (asset.binned_at) throw new Problem('conflict', 'This photo is in the bin: bring it back first.');
  if (asset.status !== 'READY')
    throw new Problem('conflict', 'This photo is not ready yet: cut it out once it is READY.');
}
