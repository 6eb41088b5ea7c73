import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Ends of names that a start sweeps away. */
export const temporarySuffix = '.tmp';

/** After this the file is there with all of its text, whatever happens, and at no moment with a part of it. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}${temporarySuffix}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

export async function removeDurably(file: string): Promise<void> {
  await rm(file, { force: true });
  await syncFolder(path.dirname(file));
}

/** A rename or a new name is on disk only once its folder is. Windows has no such call, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
