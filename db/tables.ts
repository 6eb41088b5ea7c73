import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  AssetFailure,
  AssetStatus,
  AuditResult,
  InboxState,
  InspectionFindingKind,
  InspectionPhase,
  PolicyVersionState,
  RemakeOutcome,
  Retirement,
  Role,
  VersionKind,
} from '#lib/lifecycle.ts';

/** Columns the database fills and nobody rewrites. */
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableStamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T extends object | null> = JSONColumnType<T>;
type NullableJson = ColumnType<object | null, string | null | undefined, string | null>;
/** bigint columns are read as numbers (`db/client.ts` sets the parser): bytes and fences stay far below 2^53. */
type BigInteger = number;

/** The database as Kysely sees it; `db/migrations` is what makes it true. */
export interface Tables {
  users: UsersTable;
  api_tokens: ApiTokensTable;
  products: ProductsTable;
  masters: MastersTable;
  picture_prints: PicturePrintsTable;
  assets: AssetsTable;
  registration_failures: RegistrationFailuresTable;
  asset_versions: AssetVersionsTable;
  cutout_failures: CutoutFailuresTable;
  audiences: AudiencesTable;
  memberships: MembershipsTable;
  membership_products: MembershipProductsTable;
  approvals: ApprovalsTable;
  approval_audiences: ApprovalAudiencesTable;
  approval_withdrawals: ApprovalWithdrawalsTable;
  mark_images: MarkImagesTable;
  mark_uploads: MarkUploadsTable;
  policy_versions: PolicyVersionsTable;
  policy_activations: PolicyActivationsTable;
  policy_suspensions: PolicySuspensionsTable;
  policy_version_states: PolicyVersionStatesView;
  jobs: JobsTable;
  dead_jobs: DeadJobsTable;
  workers: WorkersTable;
  duties: DutiesTable;
  consumer_inbox: ConsumerInboxTable;
  outbox_events: OutboxEventsTable;
  derivatives: DerivativesTable;
  derivative_failures: DerivativeFailuresTable;
  derivative_remakes: DerivativeRemakesTable;
  inspections: InspectionsTable;
  inspection_findings: InspectionFindingsTable;
  reconciliations: ReconciliationsTable;
  reconciliation_acts: ReconciliationActsTable;
  audit_log: AuditLogTable;
  request_answers: RequestAnswersTable;
  webhooks: WebhooksTable;
  webhook_attempts: WebhookAttemptsTable;
  metric_series: MetricSeriesTable;
  queue_samples: QueueSamplesTable;
}

export interface UsersTable {
  id: string;
  email: string;
  name: string;
  role: Role;
  password_hash: string;
  session_epoch: Generated<number>;
  disabled_at: NullableStamp;
  created_at: Stamp;
}

export interface ApiTokensTable {
  id: string;
  user_id: string;
  name: string;
  token_sha256: Buffer;
  created_at: Stamp;
  last_used_at: NullableStamp;
  revoked_at: NullableStamp;
}

export interface ProductsTable {
  id: string;
  name: string;
  sku: string | null;
  created_by: string;
  created_at: Stamp;
  hero_asset_id: string | null;
}

export interface MastersTable {
  sha256: string;
  byte_size: BigInteger;
  media_type: string;
  extension: string;
  /** As people see it: after EXIF, irot or XMP orientation. */
  width: number;
  height: number;
  has_alpha: boolean;
  pages: number;
  /** `MasterFacts` of `lib/ingest/facts.ts`. */
  facts: Json<object>;
  /** Staff only. */
  exif: NullableJson;
  perceptual_hash: string;
  /** Base64. */
  thumb_hash: string;
  state: ColumnType<'present' | 'deleting', 'present' | 'deleting' | undefined, 'present' | 'deleting'>;
  created_at: Stamp;
}

export interface PicturePrintsTable {
  id: Generated<BigInteger>;
  master_sha256: string;
  /** `whole`, or which part of the master the print shows. */
  shown: string;
  /** 64 digits, each 0 or 1: one column a view of `hashedViews` in `lib/picture/print.ts`. */
  hash_0: string;
  hash_1: string;
  hash_2: string;
  hash_3: string;
  hash_4: string;
  hash_5: string;
  hash_6: string;
  hash_7: string;
  /** 64×64 grey pixels. */
  print: Buffer;
}

export interface AssetsTable {
  id: string;
  owner_id: string;
  product_id: string;
  idempotency_key: string;
  request_sha256: string;
  object_key: string;
  filename: string;
  declared_type: string;
  declared_bytes: BigInteger;
  declared_sha256: string | null;
  status: AssetStatus;
  failure: AssetFailure | null;
  failure_detail: string | null;
  failure_dismissed_at: NullableStamp;
  landed_etag: string | null;
  landed_version_id: string | null;
  landed_bytes: BigInteger | null;
  landed_type: string | null;
  /** Sentences for the editor, such as "The name says PNG; the bytes are JPEG." */
  notes: JSONColumnType<string[], string | undefined, string>;
  title: Generated<string>;
  alt_text: Generated<string>;
  position: Generated<number>;
  multipart_upload_id: string | null;
  upload_expires_at: NullableStamp;
  landing_deleted_at: NullableStamp;
  registered_at: NullableStamp;
  completion_answered_at: NullableStamp;
  settled_at: NullableStamp;
  binned_at: NullableStamp;
  binned_by: string | null;
  /** The bin's time was up: it cannot come back, and its row stays as evidence. */
  purged_at: NullableStamp;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface RegistrationFailuresTable {
  id: string;
  object_key: string;
  asset_id: string | null;
  request_id: string;
  error: string;
  created_at: Stamp;
  repaired_at: NullableStamp;
}

export interface AssetVersionsTable {
  asset_id: string;
  number: number;
  kind: VersionKind;
  master_sha256: string;
  edits: NullableJson;
  source_hash: string;
  /** `MadeHow` of `lib/cutout/made-how.ts`; null for originals. */
  made_how: NullableJson;
  recipe_sha256: string | null;
  job_id: string | null;
  created_at: Stamp;
}

export interface CutoutFailuresTable {
  asset_id: string;
  recipe_sha256: string;
  made_how: Json<object>;
  job_id: string;
  code: string;
  message: string;
  failed_at: Stamp;
}

export interface AudiencesTable {
  slug: string;
  name: string;
  purpose: 'internal review' | 'classroom download' | 'partner campaign' | 'public listing';
  icon: string;
  hue: string;
  position: number;
  created_at: Stamp;
}

export interface MembershipsTable {
  user_id: string;
  audience: string;
  scope: Generated<'all' | 'listed'>;
  created_at: Stamp;
}

export interface MembershipProductsTable {
  user_id: string;
  audience: string;
  product_id: string;
}

export interface ApprovalsTable {
  id: string;
  asset_id: string;
  version: number;
  approved_by: string;
  note: Generated<string>;
  publish_from: NullableStamp;
  publish_until: NullableStamp;
  created_at: Stamp;
}

export interface ApprovalAudiencesTable {
  approval_id: string;
  audience: string;
}

export interface ApprovalWithdrawalsTable {
  approval_id: string;
  withdrawn_by: string | null;
  reason: string;
  created_at: Stamp;
}

export interface MarkImagesTable {
  sha256: string;
  name: string;
  uploaded_by: string;
  created_at: Stamp;
  /** Offered to new policies no more; versions that name it keep it. */
  retired_at: NullableStamp;
  retired_by: string | null;
}

export interface MarkUploadsTable {
  id: string;
  uploaded_by: string;
  name: string;
  object_key: string;
  declared_type: string;
  declared_bytes: BigInteger;
  url_expires_at: Stamp;
  /** Once it is there. */
  sha256: string | null;
  created_at: Stamp;
}

export interface PolicyVersionsTable {
  audience: string;
  version: number;
  /** `OutputContract[]` of `lib/policy/output-contract.ts`. */
  contracts: Json<object>;
  note: string;
  created_by: string | null;
  created_at: Stamp;
}

export interface PolicyActivationsTable {
  id: Generated<BigInteger>;
  audience: string;
  policy_version: number;
  replaced_version: number | null;
  reason: string;
  activated_by: string | null;
  created_at: Stamp;
}

export interface PolicySuspensionsTable {
  id: Generated<BigInteger>;
  audience: string;
  policy_version: number;
  fallback_version: number | null;
  reason: string;
  suspended_by: string | null;
  created_at: Stamp;
}

export interface PolicyVersionStatesView {
  audience: string;
  version: number;
  state: PolicyVersionState;
  /** The last activation of the audience names it, suspended or not. */
  is_current: boolean;
  fallback_version: number | null;
  last_activation_id: BigInteger | null;
}

export interface JobsTable {
  id: string;
  queue: string;
  /** Smaller runs first. */
  priority: Generated<number>;
  run_at: Stamp;
  deadline: NullableStamp;
  attempts: Generated<number>;
  max_attempts: Generated<number>;
  fence: BigInteger | null;
  lease_until: NullableStamp;
  leased_by: string | null;
  dedup_key: string | null;
  actor_id: string | null;
  audience: string | null;
  payload: Json<object>;
  /** W3C `traceparent` of what it follows from. */
  traceparent: string | null;
  last_error_category: string | null;
  last_error: string | null;
  created_at: Stamp;
}

export interface DeadJobsTable {
  id: string;
  queue: string;
  priority: number;
  deadline: NullableStamp;
  attempts: number;
  max_attempts: number;
  dedup_key: string | null;
  actor_id: string | null;
  audience: string | null;
  payload: Json<object>;
  /** W3C `traceparent` of what it follows from. */
  traceparent: string | null;
  last_error_category: string;
  last_error: string;
  created_at: Stamp;
  died_at: Stamp;
  requeued_at: NullableStamp;
  dismissed_at: NullableStamp;
  /** Who requeued or dismissed it last; null where it was the console. */
  settled_by: string | null;
  /** How often it was sent back and died again, or is on its way. */
  requeues: Generated<number>;
}

export interface WorkersTable {
  id: string;
  kind: string;
  started_at: Stamp;
  seen_at: Stamp;
}

export interface DutiesTable {
  name: string;
  ran_at: Stamp;
}

export interface ConsumerInboxTable {
  consumer: string;
  event_id: string;
  state: InboxState;
  fence: BigInteger;
  lease_owner: string | null;
  lease_until: NullableStamp;
  outcome: string | null;
  claimed_at: Stamp;
  completed_at: NullableStamp;
}

export interface OutboxEventsTable {
  event_id: string;
  type: string;
  key: string;
  payload: Json<object>;
  causation_id: string | null;
  request_id: string | null;
  trace_id: string | null;
  traceparent: string | null;
  created_at: Stamp;
  published_at: NullableStamp;
}

export interface DerivativesTable {
  source_hash: string;
  audience: string;
  policy_version: number;
  format: string;
  master_sha256: string;
  object_key: string;
  manifest_key: string;
  sha256: string;
  byte_size: BigInteger;
  media_type: string;
  width: number;
  height: number;
  has_alpha: boolean;
  /** `Manifest` of `lib/derive/manifest.ts`. */
  manifest: Json<object>;
  job_id: string;
  fence: BigInteger;
  /** From the start of its job to its publication; null for files older than the measure. */
  work_ms: number | null;
  made_at: Stamp;
  retired_at: NullableStamp;
  retired_why: Retirement | null;
  retired_by: string | null;
  retired_reason: string | null;
  objects_deleted_at: NullableStamp;
}

export interface DerivativeFailuresTable {
  source_hash: string;
  audience: string;
  policy_version: number;
  format: string;
  job_id: string;
  code: string;
  message: string;
  failed_at: Stamp;
}

export interface DerivativeRemakesTable {
  id: string;
  source_hash: string;
  audience: string;
  policy_version: number;
  format: string;
  job_id: string;
  replaced_fence: BigInteger;
  accepts_new_bytes: Generated<boolean>;
  reason: string;
  requested_by: string | null;
  created_at: Stamp;
  settled_at: NullableStamp;
  outcome: RemakeOutcome | null;
}

export interface InspectionsTable {
  id: string;
  audience: string | null;
  policy_version: number | null;
  all_bytes: boolean;
  requeues: Generated<boolean>;
  requested_by: string | null;
  created_at: Stamp;
  rows_expected: number;
  sample_every: number;
  phase: Generated<InspectionPhase>;
  position: Generated<string>;
  rows_checked: Generated<number>;
  files_read: Generated<number>;
  bytes_read: ColumnType<BigInteger, BigInteger | undefined, BigInteger>;
  objects_checked: Generated<number>;
  finished_at: NullableStamp;
  failure: string | null;
}

export interface InspectionFindingsTable {
  inspection_id: string;
  object_key: string;
  kind: InspectionFindingKind;
  source_hash: string | null;
  audience: string | null;
  policy_version: number | null;
  format: string | null;
  fence: BigInteger | null;
  expected: string | null;
  found: string | null;
  created_at: Stamp;
}

export interface ReconciliationsTable {
  id: string;
  dry_run: boolean;
  all_bytes: boolean;
  requested_by: string | null;
  created_at: Stamp;
  step: Generated<string>;
  position: Generated<string>;
  finished_at: NullableStamp;
  failure: string | null;
  sample_every: Generated<number>;
  objects_checked: Generated<number>;
  rows_checked: Generated<number>;
  bytes_read: Generated<BigInteger>;
  inspection_id: string | null;
}

export interface ReconciliationActsTable {
  reconciliation_id: string;
  kind: string;
  subject: string;
  act: string;
  detail: string;
  created_at: Stamp;
  done_at: NullableStamp;
}

export interface AuditLogTable {
  id: Generated<BigInteger>;
  at: Stamp;
  actor_id: string | null;
  actor_kind: string;
  /** What they were called then; a system's own name; empty for who is not signed in. */
  actor_name: Generated<string>;
  action: string;
  subject_kind: string;
  subject_id: string;
  request_id: string | null;
  trace_id: string | null;
  result: AuditResult;
  code: string | null;
  detail: Json<object>;
}

export interface RequestAnswersTable {
  actor: string;
  operation: string;
  request_id: string;
  input_sha256: string;
  owner: string;
  lease_until: Stamp;
  committed_at: NullableStamp;
  answered_at: NullableStamp;
  status: number | null;
  headers: NullableJson;
  body: string | null;
  created_at: Stamp;
}

export interface WebhooksTable {
  id: string;
  url: string;
  description: Generated<string>;
  event_types: string[];
  sealed_secret: Buffer;
  former_sealed_secret: Buffer | null;
  former_until: NullableStamp;
  created_by: string | null;
  created_at: Stamp;
  disabled_at: NullableStamp;
  disabled_reason: string | null;
}

export interface WebhookAttemptsTable {
  id: Generated<BigInteger>;
  webhook_id: string;
  event_id: string;
  event_type: string;
  attempt: number;
  at: Stamp;
  duration_ms: number;
  status: number | null;
  error: string | null;
}

export interface MetricSeriesTable {
  name: string;
  labels: string;
  value: number;
}

export interface QueueSamplesTable {
  at: Stamp;
  queue: string;
  audience: string;
  ready: number;
  delayed: number;
  leased: number;
  oldest_seconds: number;
  done_total: number;
  failed_total: number;
}
