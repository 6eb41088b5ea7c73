import type { ServerResponse } from 'node:http';

/**
 * Sends pieces that share one buffer: the next is asked for only once the system has taken the last. Ends early when
 * the client is gone; a body that fails in the middle breaks the connection off, which is what the client must see.
 */
export async function sendBody(response: ServerResponse, pieces: AsyncIterable<Buffer>): Promise<void> {
  const gone = new Promise<'gone'>((resolve) => response.once('close', () => resolve('gone')));
  try {
    for await (const piece of pieces) {
      const taken = new Promise<void>((resolve) => response.write(piece, () => resolve()));
      if ((await Promise.race([taken, gone])) === 'gone') return;
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}
