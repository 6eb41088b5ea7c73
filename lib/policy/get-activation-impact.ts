import { countFormatFiles, countSources } from '#db/queries/policy-progress.ts';
import { countPromisedJobs, listWorkTimes } from '#db/queries/render-capacity.ts';
import { countLiveWorkers } from '#db/queries/workers.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import { onDemandPriority } from './derivative-job.ts';
import { diffPolicies } from './diff-policies.ts';
import { estimateWork, type FormatWork, type WorkEstimate } from './estimate-work.ts';
import { isPromised } from './is-promised.ts';
import { getPolicyVersion, listPolicyVersions } from './list-policy-versions.ts';
import type { OutputContract } from './output-contract.ts';

export interface FormatImpact {
  format: string;
  label: string;
  change: 'new' | 'changed' | 'same' | 'removed';
  /** Made when somebody asks. */
  on_request: boolean;
  /** Published files of the version that is replaced. */
  published: number;
  /** Files of the version itself that are there already. */
  there: number;
  /** Files that have failed for good under the version, and are not tried again by activating it. */
  failed: number;
  /** Files that are made now. */
  to_make: number;
}

export interface ActivationImpact {
  audience: string;
  version: number;
  /** The version of the last activation; null where there was none. */
  replaces: number | null;
  photos: number;
  formats: FormatImpact[];
  estimate: WorkEstimate;
}

/** The newest files of a type, enough for a mean of each format among them. */
const measuredFiles = 500;

/** What activating a version, or rolling back to it, would do by now: file by file counted, and how long it takes. */
export async function getActivationImpact(
  services: Services,
  caller: Caller,
  { audience, version }: { audience: string; version: number },
): Promise<ActivationImpact> {
  requirePermission(caller.actor, 'policy.read');
  const wanted = await getPolicyVersion(services, caller, { audience, version });
  const current = (await listPolicyVersions(services, caller, { audience })).find(
    ({ is_current }) => is_current,
  );
  const { db, env } = services;
  const [photos, own, replaced, workers, before] = await Promise.all([
    countSources(db, audience),
    countFormatFiles(db, { audience, version }),
    current && current.version !== version
      ? countFormatFiles(db, { audience, version: current.version })
      : [],
    countLiveWorkers(db),
    countPromisedJobs(db, onDemandPriority),
  ]);
  const formats = impactOf(wanted.contracts, current?.contracts ?? [], { photos, own, replaced });
  const work = await workOf(services, audience, wanted.contracts, formats);
  return {
    audience,
    version,
    replaces: current?.version ?? null,
    photos,
    formats,
    estimate: estimateWork(work, { workers, perWorker: env.RENDER_CONCURRENCY, before }),
  };
}

type Counted = Awaited<ReturnType<typeof countFormatFiles>>;

function impactOf(
  contracts: readonly OutputContract[],
  replaced: readonly OutputContract[],
  counted: { photos: number; own: Counted; replaced: Counted },
): FormatImpact[] {
  const publishedOf = (format: string) => counted.replaced.find((row) => row.format === format)?.made ?? 0;
  const given = contracts.map((contract) => {
    const { format, label } = contract;
    const own = counted.own.find((row) => row.format === format);
    const { made: there, failed, withheld } = own ?? { made: 0, failed: 0, withheld: 0 };
    const before = replaced.find((each) => each.format === format);
    const change = !before ? 'new' : diffPolicies([before], [contract]).length > 0 ? 'changed' : 'same';
    const toMake = isPromised(contract) ? Math.max(0, counted.photos - there - failed - withheld) : 0;
    return {
      format,
      label,
      change: change as FormatImpact['change'],
      on_request: !isPromised(contract),
      published: publishedOf(format),
      there,
      failed,
      to_make: toMake,
    };
  });
  const gone = replaced.filter(({ format }) => !contracts.some((contract) => contract.format === format));
  return [
    ...given,
    ...gone.map(({ format, label }) => ({
      format,
      label,
      change: 'removed' as const,
      on_request: false,
      published: publishedOf(format),
      there: 0,
      failed: 0,
      to_make: 0,
    })),
  ];
}

async function workOf(
  { db }: Services,
  audience: string,
  contracts: readonly OutputContract[],
  formats: readonly FormatImpact[],
): Promise<FormatWork[]> {
  const typeOf = (format: string) => contracts.find((each) => each.format === format)?.media_type ?? '';
  const open = formats.filter(({ to_make }) => to_make > 0);
  const types = [...new Set(open.map(({ format }) => typeOf(format)))];
  const times = new Map(
    await Promise.all(
      types.map(async (type) => [type, await listWorkTimes(db, type, measuredFiles)] as const),
    ),
  );
  return open.map(({ format, to_make }) => ({
    audience,
    format,
    files: to_make,
    times: times.get(typeOf(format)) ?? [],
  }));
}
