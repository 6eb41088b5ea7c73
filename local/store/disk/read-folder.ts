import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { temporarySuffix } from './durable.ts';

const atOnce = 32;

/** Every file below `folder`. Half-written ones are removed on the way: nothing else uses the folder at a start. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const torn = files.filter((file) => file.endsWith(temporarySuffix));
  for (const file of torn) await rm(file, { force: true });
  return torn.length === 0 ? files : files.filter((file) => !file.endsWith(temporarySuffix));
}

/** Reads JSON files, some at a time, in the order given. */
export async function readRecords<T>(files: readonly string[]): Promise<T[]> {
  const records: T[] = [];
  for (let start = 0; start < files.length; start += atOnce) {
    const texts = await Promise.all(files.slice(start, start + atOnce).map((file) => readFile(file, 'utf8')));
    for (const text of texts) records.push(JSON.parse(text) as T);
  }
  return records;
}
