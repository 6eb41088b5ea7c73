import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { DerivativeAnswer } from '#lib/deliver/request-derivative.ts';
import { type FetchStage, fetchFile } from './fetch-file.ts';

const published: DerivativeAnswer = {
  state: 'published',
  url: '/file',
  view_url: '/view',
  manifest_url: '/why',
};
let server: http.Server | undefined;

afterEach(() => server?.close());

/** A portal that answers each question about the job with the next of these. */
async function jobAnswers(...answers: (object | number)[]): Promise<string> {
  server = http.createServer((_request, response) => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (typeof next === 'number') return response.writeHead(next).end();
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(next));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/jobs/1`;
}

function ask(...answers: DerivativeAnswer[]) {
  const stages: FetchStage[] = [];
  let asked = 0;
  const fetched = fetchFile(
    async () => ({ ok: true, value: answers[Math.min(asked++, answers.length - 1)] as DerivativeAnswer }),
    { onStage: (stage) => stages.push(stage), signal: new AbortController().signal, firstWaitMs: 1 },
  );
  return { fetched, stages, timesAsked: () => asked };
}

test('a file that is there is handed over at once', async () => {
  const { fetched, stages } = ask(published);
  expect(await fetched).toEqual({ ok: true, url: '/file' });
  expect(stages).toEqual(['asking']);
});

test('a job is followed to its end, and then the portal is asked again', async () => {
  const status_url = await jobAnswers({ state: 'ready' }, { state: 'leased' }, { state: 'done' });
  const { fetched, stages, timesAsked } = ask({ state: 'queued', status_url }, published);
  expect(await fetched).toEqual({ ok: true, url: '/file' });
  expect(stages).toEqual(['asking', 'waiting', 'making']);
  expect(timesAsked()).toBe(2);
});

test('a busy portal is asked again; a job that is gone is not waited for', async () => {
  const status_url = await jobAnswers(429, 503, 404);
  const { fetched } = ask({ state: 'queued', status_url }, published);
  expect(await fetched).toEqual({ ok: true, url: '/file' });
});

test('a file that cannot be made says why', async () => {
  const { fetched } = ask({ state: 'failed', code: 'contract_unmet', message: 'It stays above 500 kB.' });
  expect(await fetched).toEqual({ ok: false, message: 'It stays above 500 kB.' });
});

test('a refusal is the sentence that came with it', async () => {
  const fetched = fetchFile(
    async () => ({ ok: false, code: 'not_found', message: 'There is no such file.' }),
    {
      onStage: () => {},
      signal: new AbortController().signal,
    },
  );
  expect(await fetched).toEqual({ ok: false, message: 'There is no such file.' });
});

test('a portal that cannot be reached is a sentence, not a silence', async () => {
  const fetched = await fetchFile(() => Promise.reject(new TypeError('fetch failed')), {
    onStage: () => {},
    signal: new AbortController().signal,
  });
  expect(fetched).toMatchObject({ ok: false, message: expect.stringContaining('connection') });
});
