import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openApi } from './api.ts';
import { withDatabase } from './database.ts';
import { portalUrl, signIn } from './sign-in.ts';
import { openStore } from './store.ts';
import { watchPage } from './watch-page.ts';

/** A suspension watched to its end, then files that somebody meddled with, found and made right again. */
test.describe.configure({ mode: 'serial' });

const admin = 'admin@blazon.test';
const runbook = '/policies/internal/1';

test('a suspension says what it does, shows that nothing is left running, and ends by an activation', async ({
  page,
}) => {
  await signIn(page, admin, '/policies/internal');
  await page.getByRole('button', { name: 'Suspend version 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Nothing/ }).check();
  await dialog.getByLabel('Why').fill('We look at it first.');
  await dialog.getByRole('button', { name: 'Suspend version 1' }).click();
  await page.getByRole('link', { name: 'How far it is' }).click();
  await expect(page.getByText('is answered with policy_suspended until')).toBeVisible();
  await expect(page.getByText('Drained: no job is left')).toBeVisible({ timeout: 30_000 });
  const activation = { policy_version: 1, expected_active: 1, reason: 'All is well.' };
  const api = openApi(admin);
  expect((await api('POST', '/api/audiences/internal/activations', activation)).status).toBe(201);
  await page.reload();
  await expect(page.getByText('are given the files of this version')).toBeVisible();
});

test('an inspection names exactly what was tampered with, and has exactly that made anew', async ({
  page,
}) => {
  const [flipped, deleted] = await findFiles();
  if (!flipped || !deleted) throw new Error('two files are not there');
  const store = await openStore(page);
  const faults = watchPage(page);
  const before = await read(store, flipped.object_key);
  const wrong = Buffer.from(before);
  wrong[wrong.length >> 1] = (wrong[wrong.length >> 1] ?? 0) ^ 1;
  await store.put(flipped.object_key, wrong, wrong.length, { contentType: flipped.media_type });
  await store.delete(deleted.object_key);

  await signIn(page, admin, runbook);
  await page.getByLabel('Read every byte').check();
  await page.getByRole('button', { name: /^Inspect/ }).click();
  // What attempts that ended have left behind counts, too, and is not of this test.
  await expect(page.getByText(/\d+ objects are wrong/)).toBeVisible({ timeout: 30_000 });
  const rows = page.getByRole('row').filter({ hasText: /Wrong/ });
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('The file has other bytes')).toBeVisible();
  await expect(page.getByText('The file is not in the store')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await page.getByRole('button', { name: 'Make these 2 files anew' }).click();
  await expect(page.getByText('2 files made anew with the same bytes')).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole('row').filter({ hasText: /Made anew/ })).toHaveCount(2);
  const again = (await findFiles()).find(
    ({ source_hash, format }) => source_hash === flipped.source_hash && format === flipped.format,
  );
  expect(again?.fence).toBeGreaterThan(flipped.fence);
  expect(await read(store, again?.object_key ?? '')).toEqual(before);
  await page.getByRole('button', { name: 'Inspect again' }).click();
  await expect(page.getByText('The file has other bytes')).toBeHidden({ timeout: 30_000 });
  expect(faults).toEqual([]);
});

test('a file is taken out of use with a reason, and comes back when it is made anew', async ({ page }) => {
  const [file] = await findFiles();
  if (!file) throw new Error('no file');
  await signIn(page, 'editor@blazon.test', `/files/${file.source_hash}/internal/1/${file.format}`);
  await decide(page, 'Take out of use', 'The photographer objects.');
  await expect(page.getByText('nobody is given it any more')).toBeVisible();
  const path = `/api/derivatives/${file.source_hash}/internal/1/${file.format}`;
  const gone = await page.request.get(portalUrl(path), { maxRedirects: 0 });
  expect(gone.status()).toBe(410);
  await decide(page, 'Make it anew', 'The photographer agreed.');
  await expect(page.getByText('It is given to those who may have it.')).toBeVisible({ timeout: 30_000 });
  expect((await page.request.get(portalUrl(path), { maxRedirects: 0 })).status()).toBe(307);
});

async function decide(page: Page, label: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill(reason);
  await dialog.getByRole('button', { name: label }).click();
  await expect(dialog).toBeHidden();
}

/** The internal audience's files of photos that it may see. */
function findFiles() {
  return withDatabase((db) =>
    db
      .selectFrom('derivatives')
      .innerJoin('asset_versions', 'asset_versions.source_hash', 'derivatives.source_hash')
      .innerJoin('assets', 'assets.id', 'asset_versions.asset_id')
      .where('derivatives.audience', '=', 'internal')
      .where('derivatives.policy_version', '=', 1)
      .where('derivatives.format', '=', 'review')
      .where('derivatives.retired_at', 'is', null)
      .where('assets.filename', 'like', 'rover-%')
      .where('assets.binned_at', 'is', null)
      .select([
        'derivatives.source_hash',
        'derivatives.format',
        'derivatives.object_key',
        'derivatives.fence',
        'derivatives.media_type',
      ])
      .orderBy('derivatives.source_hash')
      .execute(),
  );
}

async function read(store: Awaited<ReturnType<typeof openStore>>, key: string): Promise<Buffer> {
  const answer = await store.get(key);
  if (answer.state !== 'found') throw new Error(`${key} is ${answer.state}`);
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
