import { countRemakes } from '#db/queries/derivative-remakes.ts';
import { countFindings, listFindings } from '#db/queries/inspection-findings.ts';
import { findLatestInspection } from '#db/queries/inspections.ts';
import { countJobsOfVersion } from '#db/queries/policy-progress.ts';
import type { Caller, PersonName } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { InspectionFindingKind, RemakeOutcome } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';

export interface VersionFinding {
  object_key: string;
  kind: InspectionFindingKind;
  source_hash: string | null;
  format: string | null;
  expected: string | null;
  found: string | null;
  state: 'open' | 'being_remade' | 'remade' | 'orphan';
}

export interface VersionRepair {
  /** Jobs of the version that have yet to end. */
  waiting: number;
  leased: number;
  inspection: {
    id: string;
    created_at: string;
    finished_at: string | null;
    by: PersonName | null;
    failure: string | null;
    /** Null: everything, or all of the audience. */
    policy_version: number | null;
    all_bytes: boolean;
    sample_every: number;
    rows_expected: number;
    rows_checked: number;
    files_read: number;
    objects_checked: number;
    found: number;
    /** Of these, files that nobody has had made anew. */
    open: number;
    /** The first of them. */
    findings: VersionFinding[];
  } | null;
  /** Lately; null as the outcome is still under way. */
  remakes: { outcome: RemakeOutcome | null; count: number }[];
}

const shown = 100;

/** What a rollback or a suspension looks at: what still runs of a version, and what is wrong with its files. */
export async function getVersionRepair(
  { db }: Services,
  caller: Caller,
  version: { audience: string; policyVersion: number },
): Promise<VersionRepair> {
  requirePermission(caller.actor, 'repair.read');
  const [jobs, remakes, latest] = await Promise.all([
    countJobsOfVersion(db, version),
    countRemakes(db, version),
    findLatestInspection(db, version.audience, version.policyVersion),
  ]);
  if (!latest) return { ...jobs, remakes, inspection: null };
  const [counts, findings] = await Promise.all([
    countFindings(db, latest.id, version),
    listFindings(db, latest.id, version, { after: '', limit: shown }),
  ]);
  return {
    ...jobs,
    remakes,
    inspection: {
      id: latest.id,
      created_at: latest.created_at.toISOString(),
      finished_at: latest.finished_at?.toISOString() ?? null,
      by: latest.by,
      failure: latest.failure,
      policy_version: latest.policy_version,
      all_bytes: latest.all_bytes,
      sample_every: latest.sample_every,
      rows_expected: latest.rows_expected,
      rows_checked: latest.rows_checked,
      files_read: latest.files_read,
      objects_checked: latest.objects_checked,
      ...counts,
      findings: findings.map((row) => ({
        object_key: row.object_key,
        kind: row.kind,
        source_hash: row.source_hash,
        format: row.format,
        expected: row.expected,
        found: row.found,
        state: row.source_hash
          ? row.is_remade
            ? 'remade'
            : row.is_being_remade
              ? 'being_remade'
              : 'open'
          : 'orphan',
      })),
    },
  };
}
