import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { awayPage, tryAgainSeconds } from './away-page.ts';
import type { Env } from './env.ts';
import { readTheme, themeCookie } from './theme.ts';

type Settings = Pick<Env, 'COMPANY_NAME' | 'ACCENT_COLOR'>;

/**
 * Holds back a page that Next answers with 500, which without scripts is a blank one, and sends a page in words with
 * 503 instead where `isAway` finds that the database is the reason. Everything else passes as it is: a page that was
 * begun with another status, and the API, which answers for itself.
 */
export function answerWhileAway(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  isAway: () => Promise<boolean>,
): void {
  if (!wantsPage(request)) return;
  const { writeHead, write, end, flushHeaders } = response;
  const held: Buffer[] = [];
  let isEnded = false;
  const isHeld = () => !response.headersSent && response.statusCode === 500;
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string') held.push(Buffer.from(chunk, asEncoding(encoding)));
    else held.push(chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0));
  };
  const passOn = () => Object.assign(response, { writeHead, write, end, flushHeaders });

  response.writeHead = ((status: number, ...given: unknown[]) => {
    response.statusCode = status;
    const headers = given.at(-1);
    if (!isHeld())
      return (writeHead as (...all: unknown[]) => ServerResponse).call(response, status, ...given);
    if (typeof headers === 'object' && headers !== null)
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return response;
  }) as typeof writeHead;
  response.flushHeaders = () => {
    if (!isHeld()) flushHeaders.call(response);
  };
  response.write = ((chunk: unknown, encoding?: unknown, then?: unknown) => {
    if (!isHeld()) return (write as (...given: unknown[]) => boolean).call(response, chunk, encoding, then);
    keep(chunk, encoding);
    const done = typeof encoding === 'function' ? encoding : then;
    if (typeof done === 'function') process.nextTick(() => done());
    return true;
  }) as typeof write;
  response.end = ((chunk?: unknown, encoding?: unknown, then?: unknown) => {
    if (!isHeld())
      return (end as (...given: unknown[]) => ServerResponse).call(response, chunk, encoding, then);
    // A second end would send the held page before it is known which one is right.
    if (isEnded) return response;
    isEnded = true;
    if (typeof chunk !== 'function') keep(chunk, encoding);
    const done = [chunk, encoding, then].find((given) => typeof given === 'function') as
      | (() => void)
      | undefined;
    void isAway().then((away) => {
      passOn();
      if (away) sendAway(request, response, settings, done);
      else response.end(Buffer.concat(held), done);
    });
    return response;
  }) as typeof end;
}

function wantsPage({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/(api|_next)\//.test(url ?? '') && !('rsc' in headers);
}

function sendAway(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  done: (() => void) | undefined,
): void {
  const nonce = randomBytes(16).toString('base64');
  const requestId = String(response.getHeader('x-request-id') ?? '');
  const body = awayPage(settings, { theme: themeOf(request), nonce, requestId });
  for (const name of ['link', 'etag', 'content-encoding', 'content-length', 'transfer-encoding'])
    response.removeHeader(name);
  response.writeHead(503, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'private, no-store',
    'Retry-After': String(tryAgainSeconds),
    Refresh: String(tryAgainSeconds),
  });
  response.end(request.method === 'HEAD' ? undefined : body, done);
}

function themeOf({ headers }: IncomingMessage) {
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
  return readTheme(cookies.find((each) => each.startsWith(`${themeCookie}=`))?.slice(themeCookie.length + 1));
}

function asEncoding(encoding: unknown): BufferEncoding {
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
}
