import net from 'node:net';
import { expect, it } from 'vitest';
import { explainListenError } from './explain-listen-error.ts';

/** What Node itself says where nobody can listen. */
function refusal(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const server = net.createServer();
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  server.listen(port, host, () => server.close(() => resolve(undefined)));
  return promise;
}

it('a port that another program has is said to be taken', async () => {
  const taken = net.createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as net.AddressInfo;
  const sentence = explainListenError(await refusal('127.0.0.1', port), { host: '127.0.0.1', port });
  expect(sentence).toBe(`Port ${port} is taken by another program. End that one, or set PORT to a free one.`);
  taken.close();
});

it('an address that the machine does not have is not taken for a port that is taken', async () => {
  const sentence = explainListenError(await refusal('203.0.113.7', 0), { host: '203.0.113.7', port: 3000 });
  expect(sentence).toContain('HOST is 203.0.113.7, which is no address of this machine');
});

it('a port that needs more rights says which ones do not', () => {
  const sentence = explainListenError('EACCES', { host: '0.0.0.0', port: 80 });
  expect(sentence).toContain('may not listen on port 80. Set PORT to one from 1024 on');
});
