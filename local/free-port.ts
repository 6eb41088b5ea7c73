import net from 'node:net';

/**
 * A loopback port below 32768 (above it the kernel hands out ports to outgoing connections). `wanted` if it is
 * free, else the next free one.
 */
export async function freePort(wanted: number): Promise<number> {
  const held = await holdPort(wanted);
  await held.release();
  return held.port;
}

/** A free port that nobody else is given before it is released: what listens on it may start minutes later. */
export async function holdPort(wanted: number): Promise<{ port: number; release(): Promise<void> }> {
  for (let port = wanted; port < 32_768; port += 1) {
    const server = await listen(port);
    if (server) return { port, release: () => new Promise((resolve) => server.close(() => resolve())) };
  }
  throw new Error(`No free port from ${wanted} to 32767.`);
}

function listen(port: number): Promise<net.Server | undefined> {
  return new Promise((resolve) => {
    // A browser that looks in early would otherwise keep it from being released.
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}
