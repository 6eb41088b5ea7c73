import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** What the build is made from. A change in any of it makes a new build. */
const sources = [
  'app',
  'components',
  'lib',
  'db',
  'public',
  'next.config.ts',
  'proxy.ts',
  'postcss.config.mjs',
  'package-lock.json',
];

/**
 * Builds the web application when its sources differ from what was built last; `onBuild` hears of it as it begins.
 * @returns whether a build was made
 */
export async function ensureBuild(
  projectRoot: string,
  logFile: string,
  onBuild: () => void = () => {},
): Promise<boolean> {
  const marker = path.join(projectRoot, '.next', 'built-from');
  const wanted = hashSources(projectRoot);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return false;
  rmSync(marker, { force: true });
  onBuild();
  await build(projectRoot, logFile);
  writeFileSync(marker, wanted);
  return true;
}

function build(projectRoot: string, logFile: string): Promise<void> {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const child = fork(path.join(projectRoot, 'node_modules/next/dist/bin/next'), ['build'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log.write(chunk);
      output += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      log.end();
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `The build failed. Its last lines, and the whole of it in ${logFile}:\n${output.trim().split('\n').slice(-25).join('\n')}`,
          ),
        );
    });
  });
}

function hashSources(projectRoot: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources)
    for (const file of filesBelow(path.join(projectRoot, source))) {
      hash.update(path.relative(projectRoot, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  return hash.digest('hex');
}

function filesBelow(place: string): string[] {
  if (!existsSync(place)) return [];
  const entries = path.extname(place)
    ? undefined
    : readdirSync(place, { recursive: true, withFileTypes: true });
  if (!entries) return [place];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
