import type { PolicyVersionState } from '#lib/lifecycle.ts';

export interface VersionState {
  version: number;
  state: PolicyVersionState;
  /** The audience's last activation names it. */
  is_current: boolean;
  /** What the suspension of a suspended version put in its place. */
  fallback_version: number | null;
  /** Grows with each activation; null for a draft. */
  last_activation_id: number | null;
}

export type ReadingVersion =
  | { state: 'none' }
  | { state: 'suspended'; version: number }
  | {
      state: 'reads';
      version: number;
      /** Whose files may stand in while those of `version` are made; the most recently active first. */
      earlier: number[];
    };

/**
 * Which version an audience reads: the active one; where that is suspended, the fallback that its suspension names,
 * and the fallback's own, should that be suspended too. Only older versions stand in: after a rollback the newer
 * one, which was left on purpose, never does.
 */
export function readingVersion(states: readonly VersionState[]): ReadingVersion {
  const byNumber = new Map(states.map((state) => [state.version, state]));
  const current = states.find((state) => state.is_current);
  if (!current) return { state: 'none' };
  const seen = new Set<number>();
  let wanted: VersionState | undefined = current;
  while (wanted?.state === 'suspended' && !seen.has(wanted.version)) {
    seen.add(wanted.version);
    wanted = wanted.fallback_version === null ? undefined : byNumber.get(wanted.fallback_version);
  }
  if (!wanted || !isReadable(wanted)) return { state: 'suspended', version: current.version };
  const { version } = wanted;
  const earlier = states
    .filter((state) => state.version < version && isReadable(state))
    .sort((left, right) => (right.last_activation_id ?? 0) - (left.last_activation_id ?? 0))
    .map((state) => state.version);
  return { state: 'reads', version, earlier };
}

/** Files of drafts were never promised to anyone, and those of suspended versions were taken back. */
export function isReadable({ state }: Pick<VersionState, 'state'>): boolean {
  return state === 'active' || state === 'superseded';
}
