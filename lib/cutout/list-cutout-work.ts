import { unsafeFindCutoutBase, unsafeListCutoutFailures, unsafeListCutoutJobs } from '#db/queries/cutouts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { backdropWarning } from './backdrop-warning.ts';
import { cutoutJobPayload } from './cutout-job.ts';
import { type MadeHow, madeHow } from './made-how.ts';

export interface CutoutUnderWay {
  job_id: string;
  /** `retry`: an attempt failed, and another one follows by itself. */
  state: 'waiting' | 'running' | 'retry';
  made_how: MadeHow;
  asked_at: string;
}

export interface CutoutFailed {
  job_id: string;
  code: string;
  message: string;
  made_how: MadeHow;
  failed_at: string;
}

export interface CutoutWorkList {
  /** The original that a cut-out would be made from; null while there is none. */
  base: { version: number; warning: string | null } | null;
  under_way: CutoutUnderWay[];
  /** For good, until somebody asks again; the newest first. */
  failed: CutoutFailed[];
}

/** What a photo can be cut out of, what is being made of it, and what could not be. Staff's eyes only. */
export async function listCutoutWork(
  { db }: Services,
  caller: Caller,
  { assetId }: { assetId: string },
): Promise<CutoutWorkList> {
  requirePermission(caller.actor, 'library.read');
  const [base, jobs, failures] = await Promise.all([
    unsafeFindCutoutBase(db, assetId),
    unsafeListCutoutJobs(db, assetId),
    unsafeListCutoutFailures(db, assetId),
  ]);
  return {
    base: base ? { version: base.number, warning: backdropWarning(base.facts) } : null,
    under_way: jobs.map(({ id, payload, is_running, last_error_category, created_at }) => ({
      job_id: id,
      state: is_running ? 'running' : last_error_category === null ? 'waiting' : 'retry',
      made_how: cutoutJobPayload.parse(payload).made_how,
      asked_at: created_at.toISOString(),
    })),
    failed: failures.map(({ job_id, code, message, made_how, failed_at }) => ({
      job_id,
      code,
      message,
      made_how: madeHow.parse(made_how),
      failed_at: failed_at.toISOString(),
    })),
  };
}
