import type { Insertable } from 'kysely';
import { v5 as uuidv5 } from 'uuid';
import type { Trx } from '#db/client.ts';
import { forgetFailure } from '#db/queries/derivative-failures.ts';
import { insertDerivative } from '#db/queries/derivatives.ts';
import { insertPrint } from '#db/queries/picture-prints.ts';
import type { DerivativesTable } from '#db/tables.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { finishJob } from '#lib/jobs/finish-job.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { printHashes } from '#lib/picture/print.ts';
import type { Services } from '#lib/services.ts';
import { callerOf } from './derive-caller.ts';
import type { Manifest } from './manifest.ts';
import type { RenderedFacts } from './render-protocol.ts';
import { settleRemadeFile } from './settle-remake.ts';
import type { StoredKeys } from './store-files.ts';

export interface Publication {
  manifest: Manifest;
  part: RenderedFacts['part'];
  keys: StoredKeys;
  /** From the start of the job's work to here. */
  workMs: number;
  job: ClaimedJob;
}

/** Ours alone; the id of "this derivative was published" follows from its name. */
const namespace = '0b6a7a0e-6d0e-4f0b-8c53-0c6c3b1f7d4a';

/**
 * The row is the publication: it becomes visible together with the end of the job, under the job's fence. Throws
 * `LeaseLost`, having changed nothing, where the job is somebody else's by now.
 */
export async function publishDerivative(
  services: Services,
  publication: Publication,
): Promise<'published' | 'duplicate' | 'bytes_differ'> {
  const { manifest, job } = publication;
  return services.db.transaction().execute(async (trx) => {
    await finishJob(trx, job);
    const row = rowOf(publication);
    const isFirst = await insertDerivative(trx, row);
    if (isFirst) await recordPublished(trx, publication);
    else {
      const outcome = await settleRemadeFile(trx, manifest, row, job);
      if (outcome !== 'published') return outcome;
    }
    await forgetFailure(trx, manifest);
    await keepPart(trx, publication);
    await announce(services, trx, publication, !isFirst);
    return 'published';
  });
}

function rowOf({ manifest, keys, job, workMs }: Publication): Insertable<DerivativesTable> {
  const { source_hash, audience, policy_version, format, media_type, width, height, has_alpha } = manifest;
  return {
    source_hash,
    audience,
    policy_version,
    format,
    master_sha256: manifest.master_hash,
    ...keys,
    sha256: manifest.sha256,
    byte_size: manifest.bytes,
    media_type,
    width,
    height,
    has_alpha,
    manifest: JSON.stringify(manifest),
    job_id: job.id,
    fence: job.fence,
    work_ms: workMs,
    made_at: manifest.made_at,
  };
}

async function keepPart(trx: Trx, { manifest, part }: Publication): Promise<void> {
  if (!part) return;
  const { shown, print } = part;
  await insertPrint(trx, { master_sha256: manifest.master_hash, shown, print, hashes: printHashes(print) });
}

/**
 * Made anew, it is published once more: an event of its own for whoever keeps copies. Its cause is the job, since an
 * approval, an activation, a click and a repair may all wait for the same one.
 */
async function announce(
  services: Services,
  trx: Trx,
  { manifest, job }: Publication,
  isRemade: boolean,
): Promise<void> {
  const { name, source_hash, audience, policy_version, format, sha256 } = manifest;
  await publishEvent(services, trx, {
    eventId: uuidv5(isRemade ? `${name}/${job.fence}` : name, namespace),
    type: 'DerivativePublished',
    key: source_hash,
    payload: { source_hash, audience, policy_version, format, sha256 },
    causationId: job.id,
    caller: callerOf(job),
  });
}

async function recordPublished(trx: Trx, { manifest, job }: Publication): Promise<void> {
  const { name, sha256, bytes } = manifest;
  await recordAudit(trx, callerOf(job), {
    action: 'derivative.published',
    subjectKind: 'derivative',
    subjectId: name,
    detail: { job_id: job.id, fence: job.fence, sha256, bytes },
  });
}
