import { Problem } from '#lib/errors.ts';

/** How much of a body that is too large is still taken: who hears no end of it sees no answer, only a broken connection. */
const drainedBytes = 16 * 1024 * 1024;

/** Reads at most `limit` bytes of a request, whatever Content-Length says. */
export async function readBody(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= limit) chunks.push(value);
    else if (size > limit + drainedBytes) {
      await reader.cancel();
      break;
    }
  }
  if (size <= limit) return Buffer.concat(chunks);
  throw new Problem('too_large', `The request body is over ${limit} bytes.`, {
    details: { limit_bytes: limit },
  });
}
