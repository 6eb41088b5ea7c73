import { z } from 'zod';
import { outputContract } from './output-contract.ts';
import { versionEdits } from './source-hash.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What names a derivative: unique, immutable, and the key of everything that is made for it. */
export interface DerivativeKey {
  source_hash: string;
  audience: string;
  policy_version: number;
  format: string;
}

export function derivativeName(key: DerivativeKey): string {
  return `${key.source_hash}/${key.audience}/${key.policy_version}/${key.format}`;
}

/** All that a render needs: no later change of settings or policies can alter what was asked for. */
export const deriveJobPayload = z.strictObject({
  source_hash: sha256,
  master_sha256: sha256,
  audience: z.string(),
  policy_version: z.number().int().min(1),
  contract: outputContract,
  edits: versionEdits.nullable().default(null),
});
export type DeriveJobPayload = z.output<typeof deriveJobPayload>;

export interface DerivativeRequest extends Omit<DeriveJobPayload, 'edits'> {
  edits?: DeriveJobPayload['edits'] | undefined;
  actorId?: string | undefined;
  /** Someone waits for this one; it runs below what approvals promised, so a storm of clicks delays no launch. */
  onDemand?: boolean | undefined;
}

/** Nobody waits longer at a button; who comes back asks again. What an approval promised has the queue's own deadline. */
const onDemandDeadlineMs = 15 * 60_000;

/** The derive job of one derivative. Its dedup key is the derivative's name: asked for twice, one job. */
export function derivativeJob(request: DerivativeRequest) {
  const { actorId, onDemand = false, edits = null, ...named } = request;
  const payload: DeriveJobPayload = { ...named, edits };
  return {
    queue: 'derive' as const,
    payload,
    dedupKey: derivativeName({ ...named, format: named.contract.format }),
    priority: derivePriority(named.contract.format, onDemand),
    audience: named.audience,
    ...(onDemand ? { deadlineMs: onDemandDeadlineMs } : {}),
    ...(actorId ? { actorId } : {}),
  };
}

/** Whatever is asked for comes last. The index `jobs_asked_by_nobody` holds the jobs from here on. */
export const onDemandPriority = 20;

/** Smaller runs first: grids need their thumbnail before anything else shows. */
function derivePriority(format: string, onDemand: boolean): number {
  if (onDemand) return onDemandPriority;
  return format === 'thumb' ? 5 : 10;
}
