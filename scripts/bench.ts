import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run bench [name …]`: each benchmark in a process of its own, one after another, since they would share two
 * cores. Every one prints ratios against a peer measured in the same run; absolute figures of a shared machine say
 * little.
 */
const wanted = process.argv.slice(2);
const files = globSync('bench/*.bench.ts')
  .sort()
  .filter((file) => wanted.length === 0 || wanted.includes(path.basename(file, '.bench.ts')));
if (files.length === 0) {
  const names = globSync('bench/*.bench.ts')
    .map((file) => path.basename(file, '.bench.ts'))
    .join(', ');
  console.error(`No benchmark is called ${wanted.join(', ')}. There are: ${names}.`);
  process.exit(1);
}
let failed = false;
for (const file of files) {
  console.log(`\n${path.basename(file, '.bench.ts')}`);
  const code = await new Promise((resolve) => {
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
      stdio: ['ignore', 'inherit', 'inherit'],
    }).once('exit', resolve);
  });
  if (code !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
