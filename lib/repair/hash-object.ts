import { createHash } from 'node:crypto';
import type { ObjectStore } from '#lib/storage/object-store.ts';

/** SHA-256 of what lies under a key, or undefined where nothing does. It streams by, and is never held whole. */
export async function hashObject(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
): Promise<{ sha256: string; bytes: number } | undefined> {
  const answer = await store.get(key);
  if (answer.state !== 'found') return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
