import net from 'node:net';

/**
 * A loopback port below 32768 (above it the kernel hands out ports to outgoing connections). `wanted` if it is
 * free, else the next free one.
 */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < 32_768; port += 1) if (await isFree(port)) return port;
  throw new Error(`No free port from ${wanted} to 32767.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
