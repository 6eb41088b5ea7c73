import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import sharp, { type Metadata } from 'sharp';
import { type Api, apiWith, instanceSecrets, openApi, withoutWorker } from './api.ts';
import { photo } from './photos.ts';
import { askForUpload, complete, put, statusOf } from './upload-by-api.ts';

interface Derivative {
  state: string;
  url: string;
  status_url: string;
}

test('with the worker stopped, POST /api/jobs/run alone completes the journey', async () => {
  const [editor, teacher, partner] = ['editor', 'teacher', 'partner'].map((name) =>
    openApi(`${name}@blazon.test`),
  ) as [Api, Api, Api];
  const { buffer: picture } = await photo('drained.jpg', 200, 3000, 2000);
  // A master of its own: another one's files would be there already.
  const buffer = Buffer.concat([picture, randomBytes(16)]);
  await withoutWorker(async () => {
    const asked = await askForUpload(editor, buffer);
    expect(await put(asked, buffer)).toBe(200);
    await complete(editor, asked);
    expect((await statusOf(editor, asked)).status).toBe('PROCESSING');
    await runJobs();
    expect((await statusOf(editor, asked)).status).toBe('READY');

    await editor('PUT', `/api/assets/${asked.asset_id}/approval`, { version: 1 });
    const wanted = { asset_id: asked.asset_id, audience: 'teacher', format: 'web-small' };
    expect((await teacher<Derivative>('POST', '/api/derivatives', wanted)).body.state).toBe('queued');
    await runJobs();
    expect(await download(teacher, wanted)).toMatchObject({ format: 'webp', width: 800, height: 533 });
    const campaign = { ...wanted, audience: 'partner', format: 'campaign' };
    expect(await download(partner, campaign)).toMatchObject({ format: 'jpeg', width: 2000, height: 1333 });

    const print = { ...wanted, format: 'print' };
    const first = await teacher<Derivative>('POST', '/api/derivatives', print);
    const second = await teacher<Derivative>('POST', '/api/derivatives', print);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.status_url).toBe(first.body.status_url);
    await runJobs();
    expect(await download(teacher, print)).toMatchObject({ format: 'jpeg', width: 2400, height: 1600 });
  });
});

/** As somebody's clock would. */
async function runJobs(): Promise<void> {
  const jobs = apiWith(instanceSecrets().jobsSecret);
  const { status, body } = await jobs<Record<string, number>>('POST', '/api/jobs/run');
  expect(status).toBe(200);
  expect(body).toMatchObject({ dead: 0, retried: 0 });
  expect(body.done).toBeGreaterThan(0);
}

async function download(member: Api, wanted: object): Promise<Metadata> {
  const { status, body } = await member<Derivative>('POST', '/api/derivatives', wanted);
  expect(status).toBe(200);
  return sharp((await member('GET', body.url)).bytes).metadata();
}
