import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readingVersion, type VersionState } from '#lib/policy/reading-version.ts';
import { type Decision, endedVersions } from './ended-versions.ts';

const at = (minute: number) => new Date(Date.UTC(2031, 0, 1, 0, minute));

/** Any history of few versions, so that they meet again and again. */
const histories = fc
  .array(
    fc.record({
      kind: fc.constantFrom('activated' as const, 'suspended' as const),
      policy_version: fc.integer({ min: 1, max: 4 }),
      other_version: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
    { maxLength: 14 },
  )
  .map((decisions) =>
    decisions.map((decision, minute): Decision => ({ ...decision, created_at: at(minute) })),
  );

/** The rule once more, without memory: the state after the last of these decisions, looked up and not replayed. */
function neededAfter(decisions: readonly Decision[]): Set<number> {
  const last = (matches: (decision: Decision) => boolean) => decisions.findLastIndex(matches);
  const current = decisions[last(({ kind }) => kind === 'activated')]?.policy_version ?? null;
  const versions = [...new Set(decisions.map(({ policy_version }) => policy_version))];
  const states = versions.map((version): VersionState => {
    const activated = last((each) => each.policy_version === version && each.kind === 'activated');
    const suspended = last((each) => each.policy_version === version && each.kind === 'suspended');
    const isSuspended = suspended > activated;
    return {
      version,
      state: isSuspended ? 'suspended' : version === current ? 'active' : 'superseded',
      is_current: version === current,
      fallback_version: isSuspended ? (decisions[suspended]?.other_version ?? null) : null,
      last_activation_id: activated + 1,
    };
  });
  const reading = readingVersion(states);
  return new Set(
    [
      current,
      reading.state === 'reads' ? reading.version : null,
      ...states.map(({ fallback_version }) => fallback_version),
    ].filter((version) => version !== null),
  );
}

describe('when a version was last needed', () => {
  it('is the first moment since which nobody needs it, and nothing else ends', () => {
    fc.assert(
      fc.property(histories, (decisions) => {
        const needs = decisions.map((_, index) => neededAfter(decisions.slice(0, index + 1)));
        const expected = new Map<number, Date>();
        for (const version of new Set(needs.flatMap((each) => [...each]))) {
          const lastNeeded = needs.findLastIndex((each) => each.has(version));
          const ending = decisions[lastNeeded + 1];
          if (ending) expected.set(version, ending.created_at);
        }
        expect(endedVersions(decisions)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never said of what is current, read or a fallback by now', () => {
    fc.assert(
      fc.property(histories, (decisions) => {
        const ended = endedVersions(decisions);
        for (const version of neededAfter(decisions)) expect(ended.has(version)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('never moves to earlier with a further decision', () => {
    fc.assert(
      fc.property(histories, (decisions) => {
        const before = endedVersions(decisions.slice(0, -1));
        for (const [version, moment] of endedVersions(decisions))
          expect(moment.getTime()).toBeGreaterThanOrEqual(before.get(version)?.getTime() ?? 0);
      }),
    );
  });

  it('counts anew for a version that came back by a rollback', () => {
    const activated = (policy_version: number, minute: number): Decision => ({
      kind: 'activated',
      policy_version,
      other_version: null,
      created_at: at(minute),
    });
    const history = [activated(1, 0), activated(2, 1), activated(1, 2), activated(3, 3)];
    expect(endedVersions(history)).toEqual(
      new Map([
        [2, at(2)],
        [1, at(3)],
      ]),
    );
  });
});
