import type { Database, Trx } from '#db/client.ts';
import { rememberFailure } from '#db/queries/derivative-failures.ts';
import { findOpenRemake, settleRemake } from '#db/queries/derivative-remakes.ts';
import {
  type DerivativeNameRow,
  type KeptDerivative,
  lockDerivative,
  replaceDerivative,
  unsafeFindDerivative,
  updateRetired,
} from '#db/queries/derivatives.ts';
import type { ClaimedJob } from '#lib/jobs/job.ts';
import { remadeByAnyJob } from '#lib/lifecycle.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import { callerOf } from './derive-caller.ts';
import type { Manifest } from './manifest.ts';

type Made = Parameters<typeof replaceDerivative>[2];

/** Whether a name has no file yet, has one that is given out, or has one that is to be made anew. */
export async function standingOf(
  db: Database | Trx,
  name: DerivativeNameRow,
): Promise<'absent' | 'published' | 'to_remake'> {
  const row = await unsafeFindDerivative(db, name);
  if (!row) return 'absent';
  return (await mayRemake(db, name, row)) ? 'to_remake' : 'published';
}

async function mayRemake(db: Database | Trx, name: DerivativeNameRow, row: KeptDerivative): Promise<boolean> {
  if (row.retired_why && remadeByAnyJob.includes(row.retired_why)) return true;
  return (await findOpenRemake(db, name)) !== undefined;
}

/**
 * Puts what was made anew under a published name. A link's bytes never change: other bytes than the recorded ones
 * are published only where somebody accepted them beforehand, or where retention had ended the link; else the file
 * stays out of use as `lost`, and both hashes are on record. Decided under the row's lock, since the file may have
 * been retired by hand while it was rendered.
 */
export async function settleRemadeFile(
  trx: Trx,
  manifest: Manifest,
  made: Made,
  job: ClaimedJob,
): Promise<'published' | 'duplicate' | 'bytes_differ'> {
  const { source_hash, audience, policy_version, format } = manifest;
  const name = { source_hash, audience, policy_version, format };
  const row = await lockDerivative(trx, name);
  if (!row || !(await mayRemake(trx, name, row))) return 'duplicate';
  const remake = await findOpenRemake(trx, name);
  const isSame = row.sha256 === manifest.sha256;
  const mayDiffer = remake?.accepts_new_bytes === true || row.retired_why === 'retention';
  const published = isSame || mayDiffer;
  const outcome = isSame ? 'same_bytes' : published ? 'new_bytes' : 'bytes_differ';
  if (published) await replaceDerivative(trx, name, made);
  else await keepOut(trx, name, row, job);
  await settleRemake(trx, name, outcome);
  await recordAudit(trx, callerOf(job), {
    action: published ? 'derivative.remade' : 'derivative.remake_refused',
    subjectKind: 'derivative',
    subjectId: derivativeName(name),
    result: published ? 'done' : 'refused',
    code: outcome,
    detail: {
      job_id: job.id,
      fence: job.fence,
      sha256: manifest.sha256,
      bytes: manifest.bytes,
      remake_id: remake?.id ?? null,
      replaced: {
        object_key: row.object_key,
        fence: row.fence,
        sha256: row.sha256,
        retired: row.retired_why,
      },
      // Where the bytes are the same, so is all that the old manifest said of them.
      ...(isSame ? {} : { transform: manifest.transform, replaced_manifest: row.manifest }),
    },
  });
  return published ? 'published' : 'bytes_differ';
}

/** A file that was only asked to be made anew for its manifest's sake is good, and goes on being given. */
async function keepOut(
  trx: Trx,
  name: DerivativeNameRow,
  row: KeptDerivative,
  job: ClaimedJob,
): Promise<void> {
  if (row.retired_why === null) return;
  const reason = 'It was made anew and came out with other bytes than its link gave.';
  if (row.retired_why === 'damaged') await updateRetired(trx, name, { why: 'lost', by: null, reason });
  await rememberFailure(trx, name, {
    job_id: job.id,
    code: 'bytes_differ',
    message:
      'The file of this link was lost, and today it would come out with other bytes. An admin can publish them, or a new policy version makes new files.',
  });
}
