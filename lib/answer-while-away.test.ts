import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerWhileAway } from './answer-while-away.ts';

let away = true;
const settings = { COMPANY_NAME: 'Beads & <Rods>', ACCENT_COLOR: '#2f5bea' };

/** Answers as Next does: headers by themselves, then the body in pieces. */
const server = http.createServer((request, response) => {
  answerWhileAway(request, response, settings, async () => away);
  response.statusCode = request.url?.endsWith('good') ? 200 : 500;
  response.setHeader('Content-Type', 'text/html');
  response.setHeader('X-Request-Id', 'a-request');
  response.setHeader('Link', '</style.css>; rel=preload');
  if (request.url?.startsWith('/head')) response.writeHead(response.statusCode, { 'X-More': '1' });
  else response.flushHeaders();
  response.write('<html>');
  response.end('of Next</html>');
});
let at = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each(['/library', '/head/of/its/own'])(
  'a page that fails while the database is away says so, with 503 and when to come back: %s',
  async (path) => {
    away = true;
    const answer = await fetch(`${at}${path}`, { headers: { cookie: 'a=b; theme=dark' } });
    const page = await answer.text();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('link')).toBeNull();
    expect(page).toContain('cannot reach its database');
    expect(page).toContain('a-request');
    expect(page).toContain('Beads &amp; &lt;Rods&gt;');
    expect(page).toContain('color-scheme: dark;');
    const [, nonce] = /<style nonce="([^"]+)"/.exec(page) ?? [];
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'nonce-${nonce}'`);
  },
);

it.each([
  ['a page that fails for another reason', '/library', {}, false, 500],
  ['a page that is made', '/good', {}, true, 200],
  ['the API', '/api/products', {}, true, 500],
  ['a file of Next', '/_next/static/x.js', {}, true, 500],
  ['what a page fetches for its next one', '/library', { rsc: '1' }, true, 500],
])('%s is left as it is', async (_, path, headers, isAway, status) => {
  away = isAway;
  const answer = await fetch(`${at}${path}`, { headers: headers as Record<string, string> });
  expect([answer.status, await answer.text()]).toEqual([status, '<html>of Next</html>']);
});

it('is sent once, also where its page is ended twice and its reader has gone', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => faults.push(fault);
  process.on('unhandledRejection', note);
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const hasty = http.createServer((request, response) => {
    answerWhileAway(request, response, settings, async () => {
      if (request.url === '/gone') await told;
      return true;
    });
    response.statusCode = 500;
    response.write('<html>');
    response.end('of Next</html>');
    response.end();
  });
  await new Promise<void>((resolve) => hasty.listen(0, '127.0.0.1', resolve));
  const port = (hasty.address() as AddressInfo).port;
  const answer = await fetch(`http://127.0.0.1:${port}/library`);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('cannot reach')]);
  const gone = new AbortController();
  const left = fetch(`http://127.0.0.1:${port}/gone`, { signal: gone.signal }).catch(() => 'left');
  await new Promise((resolve) => hasty.once('request', resolve));
  gone.abort();
  expect(await left).toBe('left');
  tell();
  const head = await fetch(`http://127.0.0.1:${port}/library`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([503, '']);
  await new Promise((resolve) => hasty.close(resolve));
  process.off('unhandledRejection', note);
  expect(faults).toEqual([]);
});
