import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { childOf, listProcesses, processesBelow } from '#test/processes.ts';
import { type Product, runStart, startProduct } from '#test/start-product.ts';
import { type Api, openApi, sharedInstance } from './api.ts';
import { withDatabase } from './database.ts';
import { photo, scan } from './photos.ts';
import { storeOrigin } from './store.ts';
import { type Asked, askForUpload, complete, put, statusOf } from './upload-by-api.ts';

/** One data folder through everything that can happen to what runs on it. */
test.describe.configure({ mode: 'serial' });

/** Short, so that what a killed worker held is free again within seconds. */
const settings = { JOB_LEASE_MS: '2000' };

let product: Product;
let dataDir: string;
let editor: Api;

test.afterAll(async () => {
  await product?.stop();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

test('it starts beside another instance on ports that are free, and is ready', async ({ page }) => {
  const taken = {
    PORT: new URL(sharedInstance().url).port,
    STORE_PORT: new URL(await storeOrigin(page)).port,
  };
  product = await startProduct({ ...settings, ...taken });
  dataDir = product.dataDir;
  expect(Number(new URL(product.url).port)).toBeGreaterThan(Number(taken.PORT));
  expect(await readiness()).toBe(200);
  // The other one goes on as it was.
  expect((await fetch(new URL('/api/health/ready', sharedInstance().url))).status).toBe(200);
  editor = openApi('editor@blazon.test', product);
});

test('a second start on the same folder says so and leaves the first alone', async () => {
  const second = runStart({ DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Blazon already runs on ${dataDir} (process ${product.process.pid})`);
  expect(await readiness()).toBe(200);
});

for (const [part, program] of [
  ['worker', 'scripts/worker.ts'],
  ['web server', 'scripts/web.ts'],
  ['store', 'local/store/main.ts'],
  ['PostgreSQL', 'bin/postgres'],
] as const)
  test(`after kill -9 of the ${part} another takes its place`, async () => {
    const root = product.process.pid ?? 0;
    const killed = childOf(root, program);
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => processesBelow(root, program).some((each) => each.parent === root && each.pid !== killed))
      .toBe(true);
    await expect.poll(readiness).toBe(200);
    const { buffer } = await photo(`${part}.jpg`, 220);
    await expectReady(await send(buffer));
  });

test('after kill -9 of everything the next start goes on where it was', async () => {
  const { buffer } = await scan('leased.tif');
  const asked = await send(buffer);
  await expect.poll(() => jobsOf(asked, 'leased'), { intervals: [10] }).toBe(1);
  await killAll();
  product = await startProduct(settings, dataDir);
  editor = openApi('editor@blazon.test', product);
  await expectReady(asked);
  const versions = await editor<{ versions: object[] }>('GET', `/api/assets/${asked.asset_id}`);
  expect(versions.body.versions).toHaveLength(1);
  expect(await jobsOf(asked, 'any')).toBe(0);
});

test('after kill -9 of the start alone nothing keeps the next one out', async () => {
  const left = processesBelow(product.process.pid ?? 0).map(({ pid }) => pid);
  product.process.kill('SIGKILL');
  await product.ended;
  product = await startProduct(settings, dataDir);
  expect(await readiness()).toBe(200);
  // Each ends by itself as it hears that its parent is gone, the ones at work on a picture a moment later.
  await expect.poll(() => listProcesses().filter(({ pid }) => left.includes(pid))).toEqual([]);
});

test('SIGTERM stops every process it started', async () => {
  const running = processesBelow(product.process.pid ?? 0).map(({ pid }) => pid);
  expect(running.length).toBeGreaterThan(4);
  await product.stop();
  expect(await product.ended).toBe(0);
  expect(listProcesses().filter(({ pid }) => running.includes(pid))).toEqual([]);
});

async function readiness(): Promise<number> {
  return fetch(new URL('/api/health/ready', product.url)).then(
    ({ status }) => status,
    () => 0,
  );
}

/** How many live jobs work on this upload. */
async function jobsOf({ asset_id }: Asked, state: 'leased' | 'any'): Promise<number> {
  const jobs = await withDatabase(
    (db) =>
      db
        .selectFrom('jobs')
        .select('id')
        .where(sql`payload::text`, 'like', `%${asset_id}%`)
        .$if(state === 'leased', (query) => query.where('lease_until', 'is not', null))
        .execute(),
    product,
  );
  return jobs.length;
}

/** As a machine that loses its power, as far as processes go. */
async function killAll(): Promise<void> {
  const root = product.process.pid ?? 0;
  const all = [root, ...processesBelow(root).map(({ pid }) => pid)];
  // Stopped first, so that none notices the end of another.
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of all) tell(pid, signal);
  await product.ended;
}

/** A child, or a connection's process, may have ended between the list and the signal. */
function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function send(bytes: Buffer): Promise<Asked> {
  const asked = await askForUpload(editor, bytes);
  expect(await put(asked, bytes)).toBe(200);
  await complete(editor, asked);
  return asked;
}

async function expectReady(asked: Asked): Promise<void> {
  await expect.poll(() => statusOf(editor, asked), { timeout: 45_000 }).toMatchObject({ status: 'READY' });
}
