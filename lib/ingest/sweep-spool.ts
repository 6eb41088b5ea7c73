import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Several workers of one machine share the folder, so age tells a left-over from work under way. */
const leftOverMs = 60 * 60 * 1000;

const swept = new Map<string, Promise<void>>();

/** Removes what killed processes left in the spool, once a process and folder. */
export function sweepSpoolOnce(folder: string): Promise<void> {
  const sweeping = swept.get(folder) ?? sweepSpool(folder, Date.now());
  swept.set(folder, sweeping);
  return sweeping;
}

export async function sweepSpool(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    // Gone meanwhile: its owner, or another sweep, was faster.
    const facts = await stat(file).catch(() => undefined);
    if (facts && nowMs - facts.mtimeMs > leftOverMs) await rm(file, { force: true });
  }
}
