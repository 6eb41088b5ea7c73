import { expect, test } from 'vitest';
import type { OwnDecision } from '#lib/review/list-own-decisions.ts';
import { sittingWords } from './sitting.ts';

const decided = (asset_id: string, decision: OwnDecision['decision']) =>
  ({ asset_id, decision }) as OwnDecision;

test('a sitting is told by the newest decision on each photo', () => {
  expect(sittingWords([])).toBeUndefined();
  expect(sittingWords([decided('a', 'withdrawn'), decided('a', 'approved')])).toBeUndefined();
  expect(sittingWords([decided('a', 'approved'), decided('a', 'changes_requested')])).toBe(
    'You approved 1 photo.',
  );
  const both = [decided('a', 'approved'), decided('b', 'approved'), decided('c', 'changes_requested')];
  expect(sittingWords(both)).toBe('You approved 2 photos and asked for changes to 1.');
});
