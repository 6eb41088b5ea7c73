import http from 'node:http';
import type { Random } from '../simulation/random.ts';

/** What can go wrong between the portal and its store. */
export const storeFaults = [
  /** Refused before the store hears of it. */
  'answers 500',
  'answers 503',
  /** Answered late. */
  'slow',
  /** The request breaks off in the middle: the store never gets the whole of it. */
  'cut request',
  /** The answer breaks off in the middle. */
  'cut answer',
  /** The store does what it is asked to, and nobody hears of it. */
  'answer lost',
] as const;
export type StoreFault = (typeof storeFaults)[number];

/** What befalls requests until the weather changes: any of `faults`, this share of them. */
export interface Weather {
  faults: readonly StoreFault[];
  share: number;
}

export interface FaultProxy {
  port: number;
  endpoint: string;
  /** How often each fault befell a request. */
  counts: ReadonlyMap<StoreFault, number>;
  setWeather(weather: Weather): void;
  close(): Promise<void>;
}

export const fairWeather: Weather = { faults: [], share: 0 };
const slowMs = { least: 300, most: 3000 };

/** Stands before the store under an address of its own, and hands through the Host that signatures cover. */
export async function startFaultProxy(
  target: { host: string; port: number },
  random: Random,
  port = 0,
): Promise<FaultProxy> {
  let weather = fairWeather;
  const counts = new Map<StoreFault, number>();
  const server = http.createServer((request, response) => {
    const fault = random.chance(weather.share) ? random.pick(weather.faults) : undefined;
    if (fault) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    // A client that gives up is no error of the proxy's.
    for (const stream of [request, response]) stream.on('error', () => {});
    if (fault === 'answers 500' || fault === 'answers 503') refuse(request, response, fault);
    else if (fault === 'slow') {
      const ms = slowMs.least + random.below(slowMs.most - slowMs.least);
      setTimeout(() => forward(target, request, response), ms);
    } else forward(target, request, response, fault);
  });
  // Faults cut connections: none may be waited for when everything ends.
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port');
  return {
    port: address.port,
    endpoint: `http://127.0.0.1:${address.port}`,
    counts,
    setWeather(next) {
      weather = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(request: http.IncomingMessage, response: http.ServerResponse, fault: StoreFault): void {
  const isBusy = fault === 'answers 503';
  request.resume();
  response.writeHead(isBusy ? 503 : 500, { 'Content-Type': 'application/xml', Connection: 'close' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${isBusy ? 'SlowDown' : 'InternalError'}</Code><Message>Torture</Message></Error>`,
  );
}

function forward(
  target: { host: string; port: number },
  request: http.IncomingMessage,
  response: http.ServerResponse,
  fault?: StoreFault,
): void {
  const { expect: _asked, ...headers } = request.headers;
  const upstream = http.request({
    ...target,
    method: request.method,
    path: request.url,
    headers,
    agent: false,
  });
  const cut = () => {
    upstream.destroy();
    response.destroy();
  };
  upstream.on('error', cut);
  response.once('close', () => upstream.destroy());
  upstream.once('response', (answer) => {
    answer.on('error', cut);
    if (fault === 'answer lost') {
      // Heard to its end, so that the store has surely done it.
      answer.resume();
      answer.once('end', cut);
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === 'cut answer') cutAfter(answer, response, cut);
    else answer.pipe(response);
  });
  if (fault === 'cut request') cutAfter(request, upstream, cut);
  else request.pipe(upstream);
}

/** Half of the first chunk goes through, and then nothing any more. */
function cutAfter(from: http.IncomingMessage, to: NodeJS.WritableStream, cut: () => void): void {
  from.once('data', (chunk: Buffer) => {
    from.pause();
    to.write(chunk.subarray(0, chunk.length >> 1), cut);
  });
  from.once('end', cut);
}
