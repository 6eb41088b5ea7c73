import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Random access to bytes, so that header walkers read kilobytes of a file of any size. */
export interface ByteSource {
  readonly bytes: number;
  /** Up to `length` bytes; fewer only at the end. */
  read(position: number, length: number): Buffer;
}

export function bufferSource(buffer: Buffer): ByteSource {
  return {
    bytes: buffer.length,
    read: (position, length) => buffer.subarray(position, position + length),
  };
}

/** Calls `use` with the file and closes it. Synchronous: it runs in a child that does nothing else meanwhile. */
export function withFileSource<T>(path: string, use: (source: ByteSource) => T): T {
  const descriptor = openSync(path, 'r');
  try {
    return use({
      bytes: fstatSync(descriptor).size,
      read(position, length) {
        const buffer = Buffer.allocUnsafe(length);
        return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
      },
    });
  } finally {
    closeSync(descriptor);
  }
}
