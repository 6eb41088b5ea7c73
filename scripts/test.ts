import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild } from './ensure-build.ts';
import { findBrowser } from './find-browser.ts';
import * as terminal from './terminal.ts';
import { type Counts, closingLine, countPlaywright, countVitest, sum } from './test-report.ts';

/**
 * `npm test`: format and lint, types, dead code, import boundaries, build, unit and integration tests, the journeys in
 * a real browser, then a short torture. A step that fails does not keep the later ones from being told.
 */
const projectRoot = process.cwd();
const reports = path.join(projectRoot, 'test-results');
const bin = (name: string) => path.join(projectRoot, 'node_modules', '.bin', name);
const children = new Set<ReturnType<typeof spawn>>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());
if (process.connected) process.on('disconnect', () => stop());

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const counts: Counts[] = [];
terminal.title('Blazon: tests');
await check('Format and lint', bin('biome'), ['ci', '--colors=off', '.']);
await check('Types', bin('tsc'), ['--noEmit']);
await check('Dead code', bin('knip'), ['--no-progress']);
await check('Import boundaries', process.execPath, ['scripts/check-imports.ts']);
await timed('Build', async () => {
  await ensureBuild(projectRoot, path.join(reports, 'build.log'));
  return { passed: 1, failed: 0, skipped: 0 };
});
await timed('Unit, integration', () =>
  suite(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`],
    'vitest',
    countVitest,
  ),
);
await timed('Journeys', async () => {
  const browser = await findBrowser(projectRoot, terminal.line);
  return await suite(bin('playwright'), ['test'], 'playwright', countPlaywright, {
    BLAZON_CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright'),
  });
});
await timed('Torture', async () => {
  const args = [
    '--disable-warning=ExperimentalWarning',
    'scripts/torture.ts',
    '--minutes',
    '0.4',
    '--seed',
    '1',
  ];
  const { code } = await run(process.execPath, args, {}, 'loud');
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
});
const total = sum(counts);
console.log(`\n${closingLine(total)}`);
process.exit(total.failed === 0 ? 0 : 1);

async function check(name: string, program: string, args: string[]): Promise<void> {
  await timed(name, async () => {
    const { code, output } = await run(program, args, {}, 'quiet');
    if (code !== 0) console.error(output);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  });
}

async function suite(
  program: string,
  args: string[],
  name: string,
  count: (report: unknown) => Counts,
  extra: Record<string, string> = {},
): Promise<Counts> {
  const { code } = await run(program, args, extra, 'loud');
  if (!existsSync(report(name))) return { passed: 0, failed: 1, skipped: 0 };
  const result = count(JSON.parse(readFileSync(report(name), 'utf8')));
  // A runner that ends badly without a failed test has still found something wrong.
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

async function timed(name: string, work: () => Promise<Counts>): Promise<void> {
  const since = performance.now();
  let result: Counts;
  try {
    result = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = { passed: 0, failed: 1, skipped: 0 };
  }
  counts.push(result);
  const fact = `${closingLine(result)} in ${terminal.seconds(since)}`;
  if (result.failed === 0) terminal.done(name, fact);
  else terminal.failed(`${name}: ${fact}`);
}

function report(name: string): string {
  return path.join(reports, `${name}.json`);
}

/** A group of its own, so that what a runner started goes with it when the tests are interrupted. */
function run(
  program: string,
  args: string[],
  extra: Record<string, string>,
  volume: 'quiet' | 'loud',
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...extra },
    detached: true,
    stdio: volume === 'loud' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

function stop(): void {
  for (const child of children) if (child.pid) process.kill(-child.pid, 'SIGTERM');
  process.exit(130);
}
