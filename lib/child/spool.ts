import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Env } from '#lib/env.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { makeSpoolFolder } from './spool-folder.ts';

export interface Spooled {
  path: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

const folders = new Map<string, string>();

/** Where bytes that are not yet known to be a picture lie while they are looked at; nothing is served from here. */
export function spoolFolder(env: Pick<Env, 'projectRoot' | 'DATA_DIR'>, room: 'ingest' | 'trace'): string {
  const key = `${room} ${env.DATA_DIR}`;
  const folder = folders.get(key) ?? makeSpoolFolder(env, room);
  folders.set(key, folder);
  return folder;
}

/**
 * Copies a body into a private file of at most `maxBytes` and hashes it on the way, calls `use` and removes the
 * file whatever happens. `use` gets nothing where the body was longer.
 */
export async function withSpooled<T>(
  body: Readable,
  options: { folder: string; maxBytes: number; signal: AbortSignal },
  use: (spooled: Spooled | undefined) => Promise<T>,
): Promise<T> {
  const { folder, maxBytes, signal } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomUUID());
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    const measure = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) return;
        hash.update(chunk);
        yield chunk;
      }
    };
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    await pipeline(body, measure, target, { signal }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : spoolError(error);
    });
    const isWhole = bytes <= maxBytes;
    return await use(isWhole ? { path: file, bytes, sha256: hash.digest('hex') } : undefined);
  } finally {
    body.destroy();
    await rm(file, { force: true });
  }
}

const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'EMFILE', 'ENFILE']);

/** A full disk is ours; anything else that ends a download early is the store's. */
function spoolError(error: unknown): JobError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const category = diskCodes.has(code) ? 'internal' : 'store_unavailable';
  return new JobError(category, `the download to the spool ended early: ${message}`, { cause: error });
}
