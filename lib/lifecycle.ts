/**
 * Every state and every transition, in the order of the flow. Pure: what the database stores and what the
 * pages show are read from here.
 */

export const assetStatuses = ['UPLOADING', 'PROCESSING', 'READY', 'FAILED'] as const;
export type AssetStatus = (typeof assetStatuses)[number];

/**
 * READY is final: later objects at the landing key are ignored. FAILED goes on only by a person's retry, or once a
 * product that was full has room. The database refuses every other move.
 */
const assetTransitions: Readonly<Record<AssetStatus, readonly AssetStatus[]>> = {
  UPLOADING: ['PROCESSING', 'FAILED'],
  PROCESSING: ['READY', 'FAILED'],
  READY: [],
  FAILED: ['PROCESSING'],
};

export function mayBecome(from: AssetStatus, to: AssetStatus): boolean {
  return assetTransitions[from].includes(to);
}

/** Why an asset is FAILED. Each has a sentence for people in `lib/ingest/failure-sentences.ts`. */
export const assetFailures = [
  'not_an_image',
  'unsupported_type',
  'size_mismatch',
  'checksum_mismatch',
  'too_large',
  'too_many_pixels',
  'too_many_frames',
  'too_many_scans',
  'undecodable',
  'decode_timeout',
  'upload_changed',
  'upload_abandoned',
  'product_full',
  'internal',
] as const;
export type AssetFailure = (typeof assetFailures)[number];

export const versionKinds = ['original', 'cutout'] as const;
export type VersionKind = (typeof versionKinds)[number];

/**
 * Of a READY asset. `none`: nobody has approved it, or the approval was withdrawn. `scheduled` and `ended`: approved,
 * but outside its rights window by the database's clock.
 */
export const approvalStates = ['none', 'scheduled', 'live', 'ended'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const policyVersionStates = ['draft', 'active', 'superseded', 'suspended'] as const;
export type PolicyVersionState = (typeof policyVersionStates)[number];

export const jobStates = ['ready', 'leased', 'done', 'retry', 'dead'] as const;
export type JobState = (typeof jobStates)[number];

/**
 * Why a published file is given to nobody any more. `damaged` and `retention` are undone by whatever job needs the
 * file again; the others by a person alone. `lost`: made anew it would have other bytes than its link ever gave.
 */
export const retirements = ['retention', 'by_hand', 'damaged', 'lost', 'master_removed'] as const;
export type Retirement = (typeof retirements)[number];

/** Nobody decided against the file itself: a rollback, a plan or a person who asks for it has it made again. */
export const remadeByAnyJob: readonly Retirement[] = ['retention', 'damaged'];

export const remakeOutcomes = ['same_bytes', 'new_bytes', 'bytes_differ', 'failed', 'dropped'] as const;
export type RemakeOutcome = (typeof remakeOutcomes)[number];

export const inspectionPhases = ['rows', 'objects', 'done'] as const;
export type InspectionPhase = (typeof inspectionPhases)[number];

/** What an inspection finds wrong with one object; `orphan`: no row names it and no live job is writing it. */
export const inspectionFindingKinds = [
  'object_missing',
  'size_differs',
  'hash_differs',
  'manifest_missing',
  'manifest_differs',
  'orphan',
] as const;
export type InspectionFindingKind = (typeof inspectionFindingKinds)[number];

export const inboxStates = ['PROCESSING', 'COMPLETED'] as const;
export type InboxState = (typeof inboxStates)[number];

/** Why work failed; the retry decision is a function of this and the attempt (`lib/jobs/retry-policy.ts`). */
export const errorCategories = [
  'source_invalid',
  'contract_unmet',
  'render_timeout',
  'render_crashed',
  'store_unavailable',
  'database_unavailable',
  'receiver_unavailable',
  'lease_lost',
  'deadline_passed',
  'internal',
] as const;
export type ErrorCategory = (typeof errorCategories)[number];

/** How an act on record ended: `refused` where a rule said no, `failed` where something broke. */
export const auditResults = ['done', 'refused', 'failed'] as const;
export type AuditResult = (typeof auditResults)[number];

export const roles = ['admin', 'editor', 'support', 'operator', 'member'] as const;
export type Role = (typeof roles)[number];
