import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Remover } from './remover.ts';

const loaded = new Map<string, Remover>();

/** Only in a child: models take hundreds of megabytes, and may come to nothing. They stay for its next picture. */
export async function loadRemover(modulePath: string, pluginsFolder: string): Promise<Remover> {
  const known = loaded.get(modulePath);
  if (known) return known;
  const { default: made } = (await import(pathToFileURL(modulePath).href)) as { default: unknown };
  const remover = typeof made === 'function' ? await made({ pluginsFolder }) : made;
  if (!isRemover(remover))
    throw new Error(`${path.basename(modulePath)} exports no remover: its default needs findAlpha()`);
  loaded.set(modulePath, remover);
  return remover;
}

function isRemover(value: unknown): value is Remover {
  return typeof (value as Partial<Remover> | undefined)?.findAlpha === 'function';
}
