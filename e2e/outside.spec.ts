import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import { connectDatabase } from '#db/client.ts';
import { freePort } from '#local/free-port.ts';
import { type RunningStore, startStore } from '#local/store/start-store.ts';
import { readInstance } from '#scripts/find-instance.ts';
import { startCollector } from '#test/collector.ts';
import { processesBelow } from '#test/processes.ts';
import { runStart, type Started } from '#test/start-product.ts';
import { sharedInstance } from './api.ts';
import { withDatabase } from './database.ts';
import { photo } from './photos.ts';

const database = 'outside';
const credentials = { accessKeyId: 'outside-key', secretAccessKey: 'outside-secret' };
const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-outside-'));
const random = (name: string) => name.padEnd(40, 'x');

let store: RunningStore;
let collector: Awaited<ReturnType<typeof startCollector>>;
let settings: Record<string, string>;
const email = 'first@brand.example';
let password: string;
let product: Started | undefined;

/** A PostgreSQL and a store that the start has nothing to do with: a database of its own on the shared instance's. */
test.beforeAll(async () => {
  const shared = readInstance(process.cwd(), sharedInstance().dataDir).database_url;
  await withDatabase((db) => sql`create database ${sql.id(database)}`.execute(db));
  const port = await freePort(4400);
  const portal = `http://localhost:${port}`;
  collector = await startCollector();
  store = await startStore({ folder, port: 0, credentials, bucket: 'photos', corsOrigins: [portal] });
  settings = {
    PORT: String(port),
    PORTAL_URL: portal,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: shared.replace(/\/[^/]*$/, `/${database}`),
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AUTH_SECRET: random('auth'),
    JOBS_SECRET: random('jobs'),
    EVENTS_SECRET: random('events'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
});

test.afterAll(async () => {
  await product?.stop();
  await store?.stop();
  await collector?.close();
  await withDatabase((db) => sql`drop database ${sql.id(database)} with (force)`.execute(db));
  rmSync(folder, { recursive: true, force: true });
});

async function signInTo(page: Page, portal: (to: string) => string): Promise<void> {
  await page.goto(portal('/sign-in'));
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(portal('/library'));
}

test('with outside parts the same build runs, starts nothing embedded and knows nobody', async ({ page }) => {
  product = runStart(settings);
  await product.printed(/Open {2}http/);
  const portal = (to: string) => new URL(to, settings.PORTAL_URL).href;
  expect((await fetch(portal('/api/health/ready'))).status).toBe(200);
  const below = processesBelow(product.process.pid ?? 0).map(({ command }) => command);
  expect(below.filter((command) => /postgres|local\/store|seed-photos/.test(command))).toEqual([]);

  await page.goto(portal('/sign-in'));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Demo accounts')).toHaveCount(0);

  // How the first admin of a real installation comes to be.
  const command = ['scripts/user.ts', '--email', email, '--role', 'admin'];
  const env = { ...process.env, DATABASE_URL: settings.DATABASE_URL };
  password = execFileSync(process.execPath, command, { env, encoding: 'utf8', stdio: 'pipe' }).trim();
  await signInTo(page, portal);

  // The first photo goes the whole way to READY, without a notice from the store.
  await page.locator('input[aria-label="Photos to upload"][data-ready]').waitFor({ state: 'attached' });
  await page.getByLabel('Photos to upload').setInputFiles([await photo('first.jpg', 230)]);
  const dialog = page.getByRole('dialog', { name: 'Where does this photo belong?' });
  await dialog.getByLabel('Name of the new product').fill('The first product');
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
  const row = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');
  await expect(row).toHaveAttribute('data-state', 'ready', { timeout: 45_000 });
});

test('one trace leads from a request of the browser to the published files', async ({ page }) => {
  const portal = (to: string) => new URL(to, settings.PORTAL_URL).href;
  const db = connectDatabase(settings.DATABASE_URL ?? '', { max: 1 });
  try {
    const { id } = await db.selectFrom('assets').select('id').executeTakeFirstOrThrow();
    await signInTo(page, portal);
    await page.goto(portal('/review'));
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const published = () =>
      collector.spans().filter(({ name, attributes }) => {
        return name === 'process derive' && attributes['blazon.settlement'] === 'done';
      });
    // Every audience's first version renders its files ahead.
    await expect.poll(() => published().length, { timeout: 60_000 }).toBeGreaterThan(0);

    const approval = await db
      .selectFrom('audit_log')
      .select(['trace_id'])
      .where('action', '=', 'asset.approved')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    const traceId = approval.trace_id ?? '';
    const ofTrace = () => collector.spans().filter((span) => span.traceId === traceId);
    const wayUp = () => {
      const byId = new Map(ofTrace().map((span) => [span.spanId, span]));
      const derive = ofTrace().find(({ name }) => name === 'process derive');
      const names: string[] = [];
      for (let span = derive; span; span = byId.get(span.parentSpanId ?? ''))
        names.unshift(`${span.service}: ${span.name}`);
      return names.join(' > ');
    };
    await expect
      .poll(wayUp)
      .toMatch(/^blazon-web: POST .* > blazon-worker: process plan > blazon-worker: process derive$/);
    for (const name of ['S3.PutObject', 'render', 'insert'])
      await expect.poll(() => ofTrace().map((span) => span.name)).toContain(name);
    const publication = await db
      .selectFrom('audit_log')
      .select('trace_id')
      .where('action', '=', 'derivative.published')
      .executeTakeFirstOrThrow();
    expect(publication.trace_id).toBe(traceId);
  } finally {
    await db.destroy();
  }
});

const outside = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'key',
};
const secrets = Object.fromEntries(
  ['AUTH', 'JOBS', 'EVENTS'].map((name) => [`${name}_SECRET`, random(name)]),
);
const whole = { ...outside, ...secrets, PORTAL_URL: 'http://localhost:4999' };

/** What is set, and the sentences that must come of it: no more and no fewer. */
const contradictions: [source: Record<string, string>, sentences: RegExp[]][] = [
  [
    { DATABASE_URL: outside.DATABASE_URL },
    [
      /^S3_ENDPOINT is missing: DATABASE_URL points to outside parts/,
      /^S3_BUCKET is missing/,
      /^S3_ACCESS_KEY_ID is missing/,
      /^S3_SECRET_ACCESS_KEY is missing/,
    ],
  ],
  [{ S3_PUBLIC_ENDPOINT: 'https://cdn.example' }, [/^S3_PUBLIC_ENDPOINT is set without S3_ENDPOINT/]],
  [
    outside,
    [
      /^PORTAL_URL is missing/,
      /^AUTH_SECRET is missing/,
      /^JOBS_SECRET is missing/,
      /^EVENTS_SECRET is missing/,
    ],
  ],
  [{ ...whole, JOBS_SECRET: 'short' }, [/^JOBS_SECRET is too short/]],
  [{ ...whole, DATABASE_URL: 'mysql://here' }, [/^DATABASE_URL must start with postgres:/]],
  [{ ...whole, EMBEDDED: 'true' }, [/^EMBEDDED is set beside outside parts/]],
  [whole, [/^The object store at http:\/\/127\.0\.0\.1:1 does not answer/]],
  [{ DOWNLOAD_URL_SECONDS: '90' }, [/^DOWNLOAD_URL_SECONDS may be 60 at most/]],
  [{ STORE_PORT: 'abc', MAX_FRAMES: '-1' }, [/^STORE_PORT must be/, /^MAX_FRAMES: a whole number above 0/]],
];

test('settings that are missing or contradict each other get a sentence each, and exit code 1', async () => {
  for (const [source, sentences] of contradictions) {
    const started = runStart({ DATA_DIR: path.join(folder, 'refused'), ...source });
    expect(await started.ended, started.output()).toBe(1);
    const said = started
      .output()
      .split('\n')
      .map((line) => line.replace(/^\s*(✗ )?/, ''))
      .filter((line) => line && line !== 'Blazon');
    expect(said.length, started.output()).toBe(sentences.length);
    for (const [at, sentence] of sentences.entries()) expect(said[at]).toMatch(sentence);
  }
});
