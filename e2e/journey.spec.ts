import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { childOf } from '#test/processes.ts';
import type { ChosenFile } from './photos.ts';
import { changedShare, saveBy, sha256 } from './saved-file.ts';
import { call, portalUrl, signIn } from './sign-in.ts';
import { choose, expectState, openNewProduct, row } from './upload-panel.ts';

/** From the camera to the classroom: one photo through the pages, by four roles. */
test.describe.configure({ mode: 'serial' });

const product = '理科キット';
const title = '教室のローバー “3号機”';
let productId = '';
let assetId = '';

test('an editor uploads a photo of camera size in the browser and approves it on its page', async ({
  page,
}) => {
  await signIn(page, 'editor@blazon.test');
  const photo = await cameraPhoto(page, 'IMG_2041 (ローバー).jpg');
  productId = (await openNewProduct(page, product)).id;
  await choose(page, [photo]);
  await expectState(page, photo.name, /ready/);
  await row(page, photo.name).getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'IMG_2041' })).toBeVisible();
  assetId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Alternative text').fill('A toy rover on four yellow wheels.');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await expect(page.getByText('Saved. No file was made anew.')).toBeVisible();

  // The public audience is asked for by name: everybody else is ticked.
  const everyone = page.getByRole('checkbox', { name: /everyone, without signing in/ });
  await expect(everyone).not.toBeChecked();
  await everyone.check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('From now on, without an end.')).toBeVisible();
  // Every file is made by itself; the teachers' print waits for somebody to ask.
  for (const { name, contracts } of seededPolicies)
    for (const { label, render } of contracts) {
      const file = page
        .getByRole('region', { name, exact: true })
        .getByRole('listitem')
        .filter({ hasText: label });
      await file.scrollIntoViewIfNeeded();
      const state = render === 'at_approval' ? 'Published' : 'Made when someone asks';
      await expect(file.getByText(state, { exact: true })).toBeVisible({ timeout: 45_000 });
    }
});

test('a teacher finds it and downloads a small WebP without a mark', async ({ page }) => {
  await signIn(page, 'teacher@blazon.test', '/catalog');
  await page.getByLabel('Search products and photos').fill('ローバー');
  await page.getByLabel('Search products and photos').press('Enter');
  await openPhoto(page);
  const file = await saveBy(page, page.getByRole('link', { name: 'For slides WebP' }));
  expect(file.name).toBe('教室のローバー “3号機”-web-small.webp');
  const facts = await sharp(file.bytes).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(['webp', 800, 533]);
  const { manifest } = await whyOf(page, 'For slides', 'This file carries no mark because');
  expect(manifest.sha256).toBe(file.sha256);
  expect(file.sha256).toBe(sha256(await renderingOf(page, 'teacher', 'web-small')));
});

test('the teachers’ print is made when one asks: the button fills, then the file comes', async ({ page }) => {
  await signIn(page, 'teacher@blazon.test', '/catalog');
  await openPhoto(page);
  const button = page.getByRole('button', { name: 'For print JPEG' });
  // A worker that stands still gives time to look at the button.
  const worker = childOf(Number(process.env.BLAZON_PID), 'scripts/worker.ts');
  process.kill(worker, 'SIGSTOP');
  const goOn = page
    .getByText('Waiting for its turn…')
    .waitFor()
    .finally(() => process.kill(worker, 'SIGCONT'));
  const file = await saveBy(page, button);
  await goOn;
  await expect(page.getByText('On its way to your downloads.')).toBeVisible();
  expect(file.name).toBe('教室のローバー “3号機”-print.jpg');
  const facts = await sharp(file.bytes).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', 2400, 1600]);
  // From now on it is a link, for everybody of the audience.
  await expect(page.getByRole('link', { name: 'For print JPEG' })).toBeVisible();
});

test('a partner downloads a JPEG whose mark shows on at least 3 % of the picture', async ({ page }) => {
  await signIn(page, 'partner@blazon.test', '/catalog');
  await openPhoto(page);
  await expect(page.getByText('For slides')).toHaveCount(0);
  const file = await saveBy(page, page.getByRole('link', { name: 'For campaigns JPEG' }));
  expect(file.name).toBe('教室のローバー “3号機”-campaign.jpg');
  const facts = await sharp(file.bytes).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', 2000, 1333]);
  const { manifest } = await whyOf(
    page,
    'For campaigns',
    'This file carries the text mark “Partner preview”',
  );
  expect(manifest.sha256).toBe(file.sha256);
  const unmarked = await renderingOf(page, 'partner', 'campaign', { watermark: { kind: 'none' } });
  expect(await changedShare(file.bytes, unmarked)).toBeGreaterThan(0.03);
});

test('anybody gets the PNG of at most 500 kB without signing in', async ({ page }) => {
  await page.goto(portalUrl('/catalog'));
  await openPhoto(page);
  const file = await saveBy(page, page.getByRole('link', { name: 'Catalog picture PNG' }));
  expect(file.name).toBe('教室のローバー “3号機”-catalog.png');
  const facts = await sharp(file.bytes).metadata();
  expect(facts.format).toBe('png');
  expect(Math.max(facts.width, facts.height)).toBeLessThanOrEqual(1000);
  expect(file.bytes.length).toBeLessThanOrEqual(500_000);
  const { manifest } = await whyOf(page, 'Catalog picture', 'This file carries no mark because');
  expect(manifest.sha256).toBe(file.sha256);
  // Whoever is not signed in learns of no person and no job.
  expect(manifest).not.toHaveProperty('made_by');
  expect(JSON.stringify(manifest)).not.toContain('blazon.test');
});

test('an admin sees what every audience gets', async ({ page }) => {
  await signIn(page, 'admin@blazon.test', '/policies');
  for (const { name } of seededPolicies)
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(page.getByText(/^Version \d+ of \d+$/)).toHaveCount(seededPolicies.length);
});

test('once an editor withdraws it, nobody gets it any more', async ({ page, browser }) => {
  await signIn(page, 'editor@blazon.test', `/library/${assetId}`);
  const file = await page.getByRole('link', { name: 'Why it looks so' }).last().getAttribute('href');
  await page.getByRole('button', { name: 'Withdraw the approval' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('The kit has a new colour.');
  await dialog.getByRole('button', { name: 'Withdraw the approval' }).click();
  await expect(page.getByText('The approval was withdrawn: no audience has this photo')).toBeVisible();
  const stranger = await browser.newPage();
  const catalogPage = await stranger.goto(portalUrl(`/catalog/${productId}`));
  expect(catalogPage?.status()).toBe(404);
  const answer = await stranger.request.get(portalUrl(file?.replace('/files/', '/api/derivatives/')));
  expect(answer.status()).toBe(404);
  await stranger.close();
});

/** A master of camera size that is nobody else's: the mirror of a demo photo. */
async function cameraPhoto(page: Page, name: string): Promise<ChosenFile> {
  const { items } = await call<{ items: { asset_id: string; filename: string }[] }>(
    page,
    'GET',
    '/api/assets?limit=100',
  );
  const demo = items.find(({ filename }) => filename === 'rover-hero.jpg');
  const original = await page.request.get(portalUrl(`/api/assets/${demo?.asset_id}/original`));
  const buffer = await sharp(await original.body())
    .flop()
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** From the catalog to the photo of this journey. */
async function openPhoto(page: Page): Promise<void> {
  await page.getByRole('link', { name: product }).first().click();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Follows the link from a file to its reason, and reads the manifest that the page names. */
async function whyOf(page: Page, label: string, reason: string) {
  await page.getByRole('link', { name: new RegExp(`Why this file .*${label}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: reason })).toBeVisible();
  const address = await page.getByRole('link', { name: 'The manifest as JSON' }).getAttribute('href');
  return { manifest: await call<Record<string, unknown>>(page, 'GET', address ?? '') };
}

/** What the contract makes of the photo by the preview, which editors see before they approve. */
async function renderingOf(
  page: Page,
  audience: string,
  format: string,
  changes: object = {},
): Promise<Buffer> {
  const contracts = seededPolicies.find(({ slug }) => slug === audience)?.contracts;
  const contract = { ...contracts?.find((each) => each.format === format), ...changes };
  const editor = await page.context().browser()?.newPage();
  if (!editor) throw new Error('there is no browser');
  await signIn(editor, 'editor@blazon.test');
  const answer = await editor.request.post(portalUrl(`/api/audiences/${audience}/previews`), {
    data: { asset_id: assetId, contract },
  });
  expect(answer.status()).toBe(200);
  const body = await answer.body();
  await editor.close();
  return body;
}
