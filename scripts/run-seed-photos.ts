import { fork } from 'node:child_process';
import path from 'node:path';
import type { SeedProgress } from './seed-photos.ts';
import * as terminal from './terminal.ts';

/**
 * Seeds the demo photos in a process of its own, since drawing them keeps a core busy, and prints how far it is. A
 * photo that could not be seeded is said, and tried again at the next start.
 */
export async function runSeedPhotos(
  projectRoot: string,
  settings: NodeJS.ProcessEnv,
  onStop: (stop: () => Promise<void>) => void,
): Promise<void> {
  const child = fork(path.join(projectRoot, 'scripts/seed-photos.ts'), [], {
    cwd: projectRoot,
    env: settings,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let problems = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    problems += chunk.toString();
  });
  child.on('message', ({ done, total, title }: SeedProgress) =>
    terminal.progress(`Demo photos: ${done} of ${total}${title ? ` (${title})` : ''}`),
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onStop(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const code = await ended;
  terminal.endProgress();
  if (code === 0) terminal.done('Demo photos', 'uploaded, read and approved');
  else if (code !== null)
    terminal.failed(`Some demo photos could not be seeded; the next start tries again.\n${problems}`);
}
