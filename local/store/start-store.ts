import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Credentials } from './auth/verify-request.ts';
import { lockFolder } from './disk/folder-lock.ts';
import { type NoticeOptions, NoticeQueue } from './notify/notice-queue.ts';
import { openStore } from './open-store.ts';
import { type ServeOptions, serve } from './serve.ts';

export interface StoreOptions {
  /** Everything the store keeps lies here; made on first use. */
  folder: string;
  /** 0 takes any free one. */
  port: number;
  credentials: Credentials;
  /** Made at the start where it is not there. */
  bucket: string;
  region?: string;
  /** Where ObjectCreated notices go. */
  notify?: NoticeOptions;
  /** Origins of pages that may use presigned URLs, or `*`. */
  corsOrigins?: readonly string[];
  /** Told of what is the store's own fault; those requests are answered with 500. */
  onFault?: (error: unknown) => void;
}

export interface RunningStore {
  endpoint: string;
  /** Lets running requests come to their end, within a bound. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
/** Silence on a connection, not the time of a transfer: an upload may take hours. */
const silenceMs = 120_000;
const stopWithinMs = 5_000;

/** Starts the S3-compatible store on loopback. */
export async function startStore(options: StoreOptions): Promise<RunningStore> {
  const region = options.region ?? 'us-east-1';
  const unlock = await lockFolder(options.folder);
  const notices = new NoticeQueue(region, options.notify);
  try {
    const store = await openStore({ folder: options.folder, region, notices });
    if (!store.hasBucket(options.bucket)) await store.createBucket(options.bucket);
    const server = createServer({
      store,
      credentials: options.credentials,
      corsOrigins: options.corsOrigins ?? [],
      onFault: options.onFault ?? ((error) => console.error(error)),
    });
    await listen(server, options.port);
    return {
      endpoint: `http://${host}:${(server.address() as AddressInfo).port}`,
      stop: async () => {
        await close(server);
        await notices.stop();
        await unlock();
      },
    };
  } catch (error) {
    await notices.stop();
    await unlock();
    throw error;
  }
}

function createServer(options: ServeOptions): http.Server {
  const answer = (message: http.IncomingMessage, response: http.ServerResponse, sendContinue: () => void) =>
    serve(message, response, { ...options, sendContinue }).catch((error) => {
      options.onFault(error);
      response.destroy();
    });
  const server = http.createServer((message, response) => void answer(message, response, () => {}));
  // Refusals of what can be told from the headers then cost no transfer.
  server.on(
    'checkContinue',
    (message, response) => void answer(message, response, () => response.writeContinue()),
  );
  server.requestTimeout = 0;
  server.setTimeout(silenceMs);
  // Clients keep connections; closed too early they meet a reset instead of an answer.
  server.keepAliveTimeout = 65_000;
  return server;
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), stopWithinMs);
  await closed;
  clearTimeout(timer);
}
