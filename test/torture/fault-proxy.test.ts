import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { Random } from '../simulation/random.ts';
import { fairWeather, type StoreFault, startFaultProxy } from './fault-proxy.ts';

const sent = Buffer.alloc(300_000, 'sent');
const answered = Buffer.alloc(300_000, 'answered');
let heard: number[] = [];

const store = http.createServer(async (request, response) => {
  const body = await buffer(request).catch(() => undefined);
  if (!body) return;
  heard.push(body.length);
  response.writeHead(200, { 'Content-Length': answered.length }).end(answered);
});
await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
const { port } = store.address() as { port: number };
const proxy = await startFaultProxy({ host: '127.0.0.1', port }, new Random(1));
afterAll(async () => {
  await proxy.close();
  await new Promise((resolve) => store.close(resolve));
});
beforeEach(() => {
  heard = [];
});

async function send(fault?: StoreFault): Promise<number | 'cut'> {
  proxy.setWeather(fault ? { faults: [fault], share: 1 } : fairWeather);
  try {
    const answer = await fetch(proxy.endpoint, { method: 'PUT', body: new Uint8Array(sent) });
    const body = Buffer.from(await answer.arrayBuffer());
    return answer.ok && !body.equals(answered) ? 0 : answer.status;
  } catch {
    return 'cut';
  }
}

it('hands everything through in fair weather, and late when it is slow', async () => {
  expect(await send()).toBe(200);
  expect(await send('slow')).toBe(200);
  expect(heard).toEqual([sent.length, sent.length]);
});

it('refuses before the store hears of it', async () => {
  expect(await send('answers 500')).toBe(500);
  expect(await send('answers 503')).toBe(503);
  expect(heard).toEqual([]);
});

it('breaks a request off before the store has the whole of it', async () => {
  expect(await send('cut request')).toBe('cut');
  expect(heard).toEqual([]);
});

it('loses an answer, whole or in part, after the store did what it was asked to', async () => {
  expect(await send('answer lost')).toBe('cut');
  expect(await send('cut answer')).toBe('cut');
  expect(heard).toEqual([sent.length, sent.length]);
  expect(proxy.counts.get('answer lost')).toBe(1);
});
