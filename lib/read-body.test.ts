import { expect, it } from 'vitest';
import { readBody } from './read-body.ts';

const chunk = new Uint8Array(64 * 1024);

/** A body of so many chunks, and how many of them were taken. */
function sent(chunks: number) {
  const taken = { chunks: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.chunks === chunks) controller.close();
        else {
          taken.chunks += 1;
          controller.enqueue(chunk);
        }
      },
      cancel() {
        taken.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  // Node asks for `duplex` where a body streams; the browser's types do not know it.
  const init = { method: 'POST', body, duplex: 'half' };
  return { taken, request: new Request('http://localhost/', init) };
}

it('reads a body up to the limit', async () => {
  expect(await readBody(sent(2).request, chunk.length * 2)).toHaveLength(chunk.length * 2);
});

it('refuses a larger one once its sender has come to the end and will hear it', async () => {
  const { request, taken } = sent(20);
  await expect(readBody(request, chunk.length)).rejects.toMatchObject({ code: 'too_large' });
  expect(taken).toEqual({ chunks: 20, cancelled: false });
});

it('hangs up on one that does not come to an end', async () => {
  const { request, taken } = sent(Number.POSITIVE_INFINITY);
  await expect(readBody(request, chunk.length)).rejects.toMatchObject({ code: 'too_large' });
  expect(taken.cancelled).toBe(true);
  expect(taken.chunks).toBeLessThan(300);
});
