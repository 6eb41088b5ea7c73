import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { postWebhook } from './post-webhook.ts';

/** A receiver that says `text` to whatever it is sent, and hangs up. */
async function receiver(text: string): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function post(text: string) {
  const { signal } = new AbortController();
  const request = { url: await receiver(text), headers: {}, body: '{}', timeoutMs: 2000, signal };
  return postWebhook({ ...request, allowPrivate: true });
}

test.each([
  ['wants another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ['hangs up', ''],
  ['speaks something else', 'SSH-2.0-OpenSSH\r\n'],
  ['says to go on, and nothing more', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['has a header without an end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
])('a call ends, with why, where the receiver %s', async (_, text) => {
  expect(await post(text)).toEqual({ error: expect.stringMatching(/./) });
});

test('a redirect is an answer, and is not followed', async () => {
  const moved = 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n';
  expect(await post(moved)).toEqual({ status: 302 });
});
