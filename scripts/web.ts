import http from 'node:http';
import { sql } from 'kysely';
import next from 'next';
import { connectDatabase } from '#db/client.ts';
import { isDatabaseAway } from '#db/is-database-away.ts';
import { answerWhileAway } from '#lib/answer-while-away.ts';
import { noteClientAddress } from '#lib/auth/client-address.ts';
import { isLoopbackHost } from '#lib/auth/loopback-host.ts';
import { keepOwnHost } from '#lib/auth/own-host.ts';
import { env } from '#lib/env.ts';
import { Problem } from '#lib/errors.ts';
import { createLogger } from '#lib/observe/log.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { startTracing } from '#lib/observe/tracing.ts';
import { problemDocument } from '#lib/problem-document.ts';
import { isReadableAddress } from '#lib/readable-address.ts';
import { followParent } from '#local/parent.ts';
import { explainListenError } from './explain-listen-error.ts';
import { loadSettings } from './load-settings.ts';

/** The web server: Next's production server on every address of HOST, each with the same handler. */
const settings = loadSettings(env);
// Before Next, which makes spans of its own for requests, and for fetches, where a tracer is there.
const tracing = await startTracing(settings, {
  part: 'web',
  log: createLogger({ level: settings.LOG_LEVEL, name: 'web' }),
});
const app = next({ dev: false, dir: settings.projectRoot, hostname: settings.HOST, port: settings.PORT });
await app.prepare();
const handle = app.getRequestHandler();

// A connection of its own, opened only to learn why a page failed: the pages' may all be taken.
const probe = connectDatabase(settings.DATABASE_URL, { max: 1, connectTimeoutMs: 2000 });
const isAway = () => sql`select 1`.execute(probe).then(() => false, isDatabaseAway);

// `localhost` is two addresses, and a browser may try either.
const hosts = settings.HOST === 'localhost' ? ['127.0.0.1', '::1'] : [settings.HOST];
const listening = await Promise.allSettled(hosts.map(listen));
const servers = listening.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
if (servers.length === 0) {
  const [{ code }] = listening.map((each) => (each as PromiseRejectedResult).reason);
  throw new Error(explainListenError(code, { host: settings.HOST, port: settings.PORT }));
}

followParent(async () => {
  await Promise.race([
    Promise.all(servers.map(close)),
    new Promise((resolve) => setTimeout(resolve, 10_000)),
  ]);
  await app.close();
  await probe.destroy();
  await tracing.stop();
}).ready();

function listen(host: string): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    noteClientAddress(request);
    keepOwnHost(request, settings.PORTAL_URL);
    if (!isReadableAddress(request.url)) refuseAddress(request, response);
    else if (settings.EMBEDDED && !isLoopbackHost(request.headers.host)) refuseName(response);
    else {
      answerWhileAway(request, response, settings, isAway);
      void handle(request, response);
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.PORT, host, () => resolve(server));
  });
}

/** Next would fail on it. */
function refuseAddress(request: http.IncomingMessage, response: http.ServerResponse): void {
  const sent = request.headers['x-request-id'];
  const requestId = acceptRequestId(typeof sent === 'string' ? sent : null);
  const { status, headers, body } = problemDocument(
    new Problem('invalid_request', 'The address is not a path in percent-encoded UTF-8.'),
    requestId,
  );
  response.writeHead(status, headers).end(body);
}

/** The demo accounts have a known password, so pages of strangers must not reach them by a name of their own. */
function refuseName(response: http.ServerResponse): void {
  response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`The embedded default answers on this machine only: open ${settings.PORTAL_URL}\n`);
}

function close(server: http.Server): Promise<void> {
  server.closeIdleConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
