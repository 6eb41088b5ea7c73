import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder of plug-ins as `npm install --prefix` leaves it, with the removers of `test/plugins` in it. */
export function pluginsFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-plugins-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'node_modules'));
  const source = path.resolve('test/plugins');
  for (const name of readdirSync(source))
    symlinkSync(path.join(source, name), path.join(folder, 'node_modules', name));
  return folder;
}
