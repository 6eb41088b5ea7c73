import { findAudience } from '#db/queries/audiences.ts';
import { listPolicyDecisions } from '#db/queries/policy-decisions.ts';
import { listPolicyVersionRows } from '#db/queries/policy-versions.ts';
import type { Caller, PersonName } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { PolicyVersionState } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import type { OutputContract } from './output-contract.ts';
import { storedContracts } from './stored-contracts.ts';

export interface PolicyDecision {
  kind: 'activated' | 'suspended';
  at: string;
  /** Null where the installation itself decided. */
  by: PersonName | null;
  reason: string;
  /** The version an activation replaced, or the fallback of a suspension. */
  other_version: number | null;
}

export interface PolicyVersion {
  audience: string;
  version: number;
  state: PolicyVersionState;
  /** The last activation of the audience names it, suspended or not. */
  is_current: boolean;
  fallback_version: number | null;
  contracts: OutputContract[];
  note: string;
  created_at: string;
  created_by: PersonName | null;
  /** Published files. */
  files: number;
  /** In the order they were made. */
  decisions: PolicyDecision[];
}

/** Every version of one audience with its state and its history, newest first. */
export async function listPolicyVersions(
  services: Services,
  caller: Caller,
  { audience }: { audience: string },
): Promise<PolicyVersion[]> {
  requirePermission(caller.actor, 'policy.read');
  if (!(await findAudience(services.db, audience))) throw notFound('audience');
  return readVersions(services, audience);
}

export async function getPolicyVersion(
  services: Services,
  caller: Caller,
  { audience, version }: { audience: string; version: number },
): Promise<PolicyVersion> {
  requirePermission(caller.actor, 'policy.read');
  const [found] = await readVersions(services, audience, version);
  if (!found) throw notFound('policy version');
  return found;
}

async function readVersions({ db }: Services, audience: string, version?: number): Promise<PolicyVersion[]> {
  const [rows, decisions] = await Promise.all([
    listPolicyVersionRows(db, audience, version),
    listPolicyDecisions(db, audience),
  ]);
  return rows.map((row) => ({
    audience,
    version: row.version,
    state: row.state,
    is_current: row.is_current,
    fallback_version: row.fallback_version,
    contracts: storedContracts(row.contracts),
    note: row.note,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    files: row.files ?? 0,
    decisions: decisions
      .filter((decision) => decision.policy_version === row.version)
      .map(({ kind, created_at, by, reason, other_version }) => ({
        kind: kind === 'activated' ? 'activated' : 'suspended',
        at: created_at.toISOString(),
        by,
        reason,
        other_version,
      })),
  }));
}
