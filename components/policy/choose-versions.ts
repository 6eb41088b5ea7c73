import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import type { ComparisonSearch } from './comparison-address.ts';

export interface ChosenVersions {
  /** Absent where there is nothing to compare with. */
  before: PolicyVersion | undefined;
  after: PolicyVersion | undefined;
}

/**
 * The two versions that are compared: those asked for; else the newest draft against the active one; else the active
 * one against the one it replaced. `versions` are newest first.
 */
export function chooseVersions(
  versions: readonly PolicyVersion[],
  { from, to }: ComparisonSearch,
): ChosenVersions {
  const named = (text: string | undefined) => versions.find(({ version }) => String(version) === text);
  const current = versions.find(({ is_current }) => is_current);
  const [newest] = versions;
  const after = named(to) ?? (newest?.state === 'draft' ? newest : (current ?? newest));
  const before = named(from) ?? (after === current ? replacedBy(versions, current) : current);
  return { before: before === after ? undefined : before, after };
}

function replacedBy(versions: readonly PolicyVersion[], current: PolicyVersion | undefined) {
  const last = current?.decisions.findLast(
    ({ kind, other_version }) => kind === 'activated' && other_version !== null,
  );
  return versions.find(({ version }) => version === last?.other_version);
}
