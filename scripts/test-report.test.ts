import { expect, test } from 'vitest';
import { closingLine, countPlaywright, countVitest } from './test-report.ts';

test('the closing line names what was skipped, and only then', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});

test('a test file that could not be loaded is a failure', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: 'failed', assertionResults: [] }],
  };
  expect(countVitest(report).failed).toBe(1);
});

test('a flaky journey is a failure', () => {
  expect(countPlaywright({ stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 0 } })).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
  });
});
