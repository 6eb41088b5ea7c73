import { validate as isUuid } from 'uuid';
import { type FoundJob, findReadableAssetOf, unsafeFindJob } from '#db/queries/jobs.ts';
import { type Actor, type Caller, isStaff, publicAudience } from '#lib/auth/actor.ts';
import { notFound } from '#lib/errors.ts';
import type { JobState } from '#lib/lifecycle.ts';
import type { DerivativeKey } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';
import { failureSentence } from './failure-sentence.ts';

export interface JobView {
  id: string;
  state: JobState;
  queue: string;
  attempts: number | null;
  /** What it made, where the caller may read it, and the asset by which they may. */
  made?: { derivative: DerivativeKey; asset_id: string };
  /** The version of an asset that it made; for those who may see jobs of that kind, which are staff. */
  made_version?: { asset_id: string; version: number };
  failure?: { code: string; message: string };
}

/**
 * State of a job for staff, for the person who asked for it, and for everyone who may read what it makes: two
 * people who ask for one file follow one job. 404 for everyone else.
 */
export async function getJob(services: Services, caller: Caller, id: string): Promise<JobView> {
  const job = isUuid(id) ? await unsafeFindJob(services.db, id) : undefined;
  if (!job) throw notFound('job');
  const assetId = await findAssetThatShows(services, caller.actor, job);
  if (!assetId && !isStaff(caller.actor) && !hasAsked(caller.actor, job)) throw notFound('job');
  const view: JobView = { id: job.id, state: job.state, queue: job.queue, attempts: job.attempts };
  const derivative = madeBy(job);
  if (derivative && assetId) view.made = { derivative, asset_id: assetId };
  if (job.asset_id && job.version !== null)
    view.made_version = { asset_id: job.asset_id, version: job.version };
  if (job.failure_code)
    view.failure = {
      code: job.failure_code,
      message: job.failure_message ?? failureSentence(job.failure_code),
    };
  return view;
}

function hasAsked(actor: Actor, job: FoundJob): boolean {
  return actor.kind === 'person' && actor.id === job.actor_id;
}

async function findAssetThatShows(
  { db }: Services,
  actor: Actor,
  { audience, source_hash }: FoundJob,
): Promise<string | undefined> {
  if (!audience || !source_hash) return undefined;
  const personId = actor.kind === 'person' ? actor.id : null;
  return findReadableAssetOf(db, { personId, audience, isOpen: audience === publicAudience }, source_hash);
}

function madeBy({ source_hash, audience, policy_version, format }: FoundJob): DerivativeKey | undefined {
  if (!source_hash || !audience || policy_version === null || format === null) return undefined;
  return { source_hash, audience, policy_version, format };
}
