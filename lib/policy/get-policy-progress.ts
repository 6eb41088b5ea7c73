import {
  countFormatFiles,
  countSources,
  findOldestPending,
  findPendingFiles,
  listFailureReasons,
} from '#db/queries/policy-progress.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { findReadingPolicy } from './find-reading-policy.ts';
import { isPromised } from './is-promised.ts';

export interface PolicyProgress {
  version: number;
  photos: number;
  /** Files that are made without anyone asking for them. */
  promised: number;
  made: number;
  failed: number;
  /** Under way after an error. */
  retried: number;
  oldest: { name: string | null; asset_id: string | null; format: string; since: string } | null;
  /** The commonest first. */
  failures: {
    format: string;
    message: string;
    files: number;
    asset_id: string | null;
    name: string | null;
  }[];
}

const mostReasons = 5;

/** How far the files of the version are that the audience reads; nothing where it reads none. */
export async function getPolicyProgress(
  { db }: Services,
  caller: Caller,
  { audience }: { audience: string },
): Promise<PolicyProgress | undefined> {
  requirePermission(caller.actor, 'policy.read');
  const policy = await findReadingPolicy(db, audience);
  if (policy.state !== 'reads') return undefined;
  const { version } = policy;
  const of = { audience, version };
  const [photos, files, pending] = await Promise.all([
    countSources(db, audience),
    countFormatFiles(db, of),
    findPendingFiles(db, of),
  ]);
  const promised = policy.contracts.filter(isPromised).map(({ format }) => format);
  const ofPromised = files.filter(({ format }) => promised.includes(format));
  const sum = (count: 'made' | 'failed' | 'withheld') =>
    ofPromised.reduce((total, row) => total + row[count], 0);
  const failed = files.some((row) => row.failed > 0);
  const [oldest, failures] = await Promise.all([
    pending.waiting > 0 ? findOldestPending(db, of) : undefined,
    failed ? listFailureReasons(db, of, mostReasons) : [],
  ]);
  return {
    version,
    photos,
    promised: photos * promised.length - sum('withheld'),
    made: sum('made'),
    failed: sum('failed'),
    retried: pending.retried,
    oldest: oldest ? { ...oldest, since: oldest.since.toISOString() } : null,
    failures,
  };
}
