import type { PolicyVersionState } from '#lib/lifecycle.ts';
import { readingVersion } from '#lib/policy/reading-version.ts';

/** A decision as the rows have it, in the order of their shared sequence. */
export interface Decision {
  kind: 'activated' | 'suspended';
  policy_version: number;
  /** The fallback of a suspension. */
  other_version: number | null;
  created_at: Date;
}

/**
 * When each version was last needed: the moment it ceased to be the one of the last activation, the one that is
 * read, and a fallback that a suspension in force names. A version that is any of these by now is not in the answer,
 * nor is one that was never active. The decisions are replayed, so that a version which came back counts anew. Pure.
 */
export function endedVersions(decisions: readonly Decision[]): Map<number, Date> {
  const ended = new Map<number, Date>();
  const history = new History();
  let needed = new Set<number>();
  for (const decision of decisions) {
    history.add(decision);
    const now = history.needed();
    for (const version of needed) if (!now.has(version)) ended.set(version, decision.created_at);
    for (const version of now) ended.delete(version);
    needed = now;
  }
  return ended;
}

interface Standing {
  activation: number;
  suspension: { at: number; fallback: number | null } | undefined;
}

class History {
  readonly #standings = new Map<number, Standing>();
  #current: number | null = null;
  #steps = 0;

  add({ kind, policy_version, other_version }: Decision): void {
    this.#steps += 1;
    const standing = this.#standings.get(policy_version) ?? { activation: 0, suspension: undefined };
    if (kind === 'activated') {
      this.#standings.set(policy_version, { activation: this.#steps, suspension: undefined });
      this.#current = policy_version;
    } else
      this.#standings.set(policy_version, {
        ...standing,
        suspension: { at: this.#steps, fallback: other_version },
      });
  }

  needed(): Set<number> {
    const states = [...this.#standings].map(([version, { activation, suspension }]) => ({
      version,
      state: this.#stateOf(version, suspension !== undefined),
      is_current: version === this.#current,
      fallback_version: suspension?.fallback ?? null,
      last_activation_id: activation,
    }));
    const reading = readingVersion(states);
    const fallbacks = states.flatMap(({ fallback_version }) => fallback_version ?? []);
    return new Set([
      ...(this.#current === null ? [] : [this.#current]),
      ...(reading.state === 'reads' ? [reading.version] : []),
      ...fallbacks,
    ]);
  }

  #stateOf(version: number, isSuspended: boolean): PolicyVersionState {
    if (isSuspended) return 'suspended';
    return version === this.#current ? 'active' : 'superseded';
  }
}
