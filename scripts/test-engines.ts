import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as terminal from './terminal.ts';
import { closingLine, countVitest } from './test-report.ts';

/**
 * `npm run test:engines`: the storage contract, the events and the whole way of a photo against a real S3 engine, a
 * real Kafka broker and a queue with SQS's semantics. Engines are fetched once a machine; one that can't be had is
 * named, and its tests count as skipped.
 */
const projectRoot = process.cwd();
const report = path.join(projectRoot, 'test-results', 'engines.json');
rmSync(report, { force: true });
mkdirSync(path.dirname(report), { recursive: true });
terminal.title('Blazon: tests on real engines');
const vitest = path.join(projectRoot, 'node_modules', '.bin', 'vitest');
const args = ['--config', 'vitest.engines.config.ts', '--reporter=default', '--reporter=json'];
const child = spawn(vitest, ['run', ...args, `--outputFile.json=${report}`, ...process.argv.slice(2)], {
  cwd: projectRoot,
  stdio: ['ignore', 'inherit', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
if (process.connected) process.on('disconnect', () => child.kill('SIGTERM'));
child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.once('exit', (code) => {
  const counts = existsSync(report)
    ? countVitest(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0 };
  // A runner that ends badly without a failed test has still found something wrong.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.skipped > 0)
    console.log(
      `\n!!! ${counts.skipped} skipped: an engine could not be had on this machine. See above for which.`,
    );
  console.log(`\n${closingLine(counts)}`);
  process.exit(counts.failed === 0 ? 0 : 1);
});
