import { Problem } from '#lib/errors.ts';

/** Reads at most `limit` bytes of a request, whatever Content-Length says. */
export async function readBody(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw new Problem('too_large', `The request body is over ${limit} bytes.`, {
        details: { limit_bytes: limit },
      });
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}
