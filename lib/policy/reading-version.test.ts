import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readingVersion, type VersionState } from './reading-version.ts';

type Decision =
  | { kind: 'activate'; version: number }
  | { kind: 'suspend'; version: number; fallback: number | null };

/** The view `policy_version_states` in memory: what the rows of decisions make of `count` versions. */
function statesAfter(count: number, decisions: readonly Decision[]): VersionState[] {
  const last = (kind: Decision['kind'], version?: number) =>
    decisions.findLastIndex(
      (each) => each.kind === kind && (version === undefined || each.version === version),
    );
  const current = decisions[last('activate')]?.version;
  return Array.from({ length: count }, (_, index) => index + 1).map((version) => {
    const activated = last('activate', version);
    const suspended = last('suspend', version);
    const suspension = suspended > activated ? decisions[suspended] : undefined;
    const state =
      activated < 0 ? 'draft' : suspension ? 'suspended' : current === version ? 'active' : 'superseded';
    return {
      version,
      state,
      is_current: current === version,
      fallback_version: suspension?.kind === 'suspend' ? suspension.fallback : null,
      last_activation_id: activated < 0 ? null : activated,
    };
  });
}

const count = 5;
const version = fc.integer({ min: 1, max: count });
const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({ kind: fc.constant('activate' as const), version }),
  fc.record({ kind: fc.constant('suspend' as const), version, fallback: fc.option(version) }),
);
const histories = fc.array(decision, { maxLength: 12 }).map((decisions) => statesAfter(count, decisions));

describe('the version an audience reads', () => {
  test('is never a draft nor a suspended one, nor is any that stands in for it', () => {
    fc.assert(
      fc.property(histories, (states) => {
        const reading = readingVersion(states);
        if (reading.state !== 'reads') return;
        for (const shown of [reading.version, ...reading.earlier])
          expect(['active', 'superseded']).toContain(states[shown - 1]?.state);
      }),
    );
  });

  test('is the active one wherever there is one', () => {
    fc.assert(
      fc.property(histories, (states) => {
        const active = states.find(({ state }) => state === 'active');
        if (active) expect(readingVersion(states)).toMatchObject({ state: 'reads', version: active.version });
      }),
    );
  });

  test('is another one only where a suspension named it', () => {
    fc.assert(
      fc.property(histories, (states) => {
        const reading = readingVersion(states);
        const current = states.find(({ is_current }) => is_current);
        if (reading.state !== 'reads' || reading.version === current?.version) return;
        expect(
          states.filter(({ state }) => state === 'suspended').map(({ fallback_version }) => fallback_version),
        ).toContain(reading.version);
      }),
    );
  });

  test('is helped out only by older ones', () => {
    fc.assert(
      fc.property(histories, (states) => {
        const reading = readingVersion(states);
        if (reading.state === 'reads')
          expect(reading.earlier.every((earlier) => earlier < reading.version)).toBe(true);
      }),
    );
  });

  test('is none before the first activation', () => {
    expect(readingVersion(statesAfter(3, []))).toEqual({ state: 'none' });
  });

  test('follows a fallback that is suspended itself, and ends where two name each other', () => {
    const activated = [1, 2, 3].map((number) => ({ kind: 'activate' as const, version: number }));
    const suspend = (number: number, fallback: number | null) => ({
      kind: 'suspend' as const,
      version: number,
      fallback,
    });
    expect(readingVersion(statesAfter(3, [...activated, suspend(3, 2), suspend(2, 1)]))).toMatchObject({
      state: 'reads',
      version: 1,
    });
    expect(readingVersion(statesAfter(3, [...activated, suspend(3, 2), suspend(2, 3)]))).toEqual({
      state: 'suspended',
      version: 3,
    });
  });

  test('lets the most recently active one stand in, not the one with the highest number', () => {
    const history = [1, 2, 1, 3].map((number) => ({ kind: 'activate' as const, version: number }));
    expect(readingVersion(statesAfter(3, history))).toEqual({ state: 'reads', version: 3, earlier: [1, 2] });
  });
});
