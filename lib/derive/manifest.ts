import { type DeriveJobPayload, derivativeName } from '#lib/policy/derivative-job.ts';
import { explainContract } from '#lib/policy/explain-policy.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';
import type { RenderedFacts } from './render-protocol.ts';
import type { TransformVersion } from './transform-version.ts';

/** Why a file is as it is. Written once, beside the file and into its row; read by people long after. */
export interface Manifest {
  /** `source_hash/audience/policy_version/format` */
  name: string;
  source_hash: string;
  master_hash: string;
  edits: VersionEdits | null;
  audience: string;
  policy_version: number;
  format: string;
  contract: OutputContract;
  policy: PolicyRecord;
  /** In words; the first sentence says why there is a mark, or none. */
  decision: string[];
  transform: TransformVersion;
  coding: RenderedFacts['coding'];
  media_type: string;
  width: number;
  height: number;
  has_alpha: boolean;
  bytes: number;
  sha256: string;
  made_at: string;
  made_by: { job_id: string; fence: number };
}

/** The policy version in full. */
export interface PolicyRecord {
  audience: string;
  version: number;
  note: string;
  contracts: object;
  created_at: string;
}

export function buildManifest(made: {
  order: DeriveJobPayload;
  policy: PolicyRecord;
  facts: RenderedFacts;
  transform: TransformVersion;
  madeAt: Date;
  job: { id: string; fence: number };
}): Manifest {
  const { order, policy, facts, transform, madeAt, job } = made;
  const { contract, source_hash, audience, policy_version } = order;
  const { coding, media_type, width, height, has_alpha, bytes, sha256, remarks } = facts;
  const { format } = contract;
  return {
    name: derivativeName({ source_hash, audience, policy_version, format }),
    source_hash,
    master_hash: order.master_sha256,
    edits: order.edits,
    audience,
    policy_version,
    format,
    contract,
    policy,
    decision: [...explainContract(contract, audience, policy_version), ...remarks],
    transform,
    coding,
    media_type,
    width,
    height,
    has_alpha,
    bytes,
    sha256,
    made_at: madeAt.toISOString(),
    made_by: { job_id: job.id, fence: job.fence },
  };
}
