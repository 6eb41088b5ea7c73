import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { photo } from './photos.ts';
import { call, portalUrl, signIn } from './sign-in.ts';
import { choose, expectState, openNewProduct, panel } from './upload-panel.ts';

const editor = 'editor@blazon.test';

interface Listed {
  items: { asset_id: string; filename: string; title: string; is_hero: boolean }[];
}

test.beforeEach(async ({ page }) => {
  await signIn(page, editor);
});

test('what is chosen in the filter bar is the address, and back undoes it', async ({ page }) => {
  await page.getByLabel('Status').selectOption('Ready');
  await expect(page).toHaveURL(/status=READY/);
  await page.getByLabel('Approval').selectOption('Approved');
  await expect(page).toHaveURL(/status=READY.*approval=live/);
  await page.goBack();
  await expect(page.getByLabel('Approval')).toHaveValue('');
  await page.getByLabel('Search photos and products').fill('no photo is called like this');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No photo is like that' })).toBeVisible();
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(portalUrl('/library'));
});

test('photos of a product are put in order by keyboard, and one stands for it', async ({ page }) => {
  const product = await openNewProduct(page, 'In order');
  await upload(page, ['first.jpg', 'second.jpg', 'third.jpg']);
  const names = async () =>
    (await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`)).items.map(
      ({ filename }) => filename,
    );
  const before = await names();
  const last = before[2] ?? '';
  await page.getByRole('button', { name: new RegExp(`^Move ${last}`) }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(`${last} stands at place 1 of 3.`)).toBeAttached();
  await expect.poll(names).toEqual([last, before[0], before[1]]);

  await page.getByRole('button', { name: `${before[1]} stands for the product` }).click();
  await expect(page.getByRole('button', { name: `${before[1]} stands for the product` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const hero = async () =>
    (await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`)).items.find(
      ({ is_hero }) => is_hero,
    );
  await expect.poll(async () => (await hero())?.filename).toBe(before[1]);
});

test('photos of a product are put in order by dragging', async ({ page }) => {
  const product = await openNewProduct(page, 'Dragged');
  await upload(page, ['left.jpg', 'right.jpg']);
  const names = async () =>
    (await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`)).items.map(
      ({ filename }) => filename,
    );
  const before = await names();
  const tiles = page.locator('ol > li[draggable]');
  await tiles.nth(1).dragTo(tiles.nth(0));
  await expect.poll(names).toEqual(before.toReversed());
  // A picture of the page is no file from outside.
  await expect(panel(page)).toBeHidden();
});

test('a photo is described, looked at as each audience would get it, approved, and withdrawn', async ({
  page,
}) => {
  await openNewProduct(page, 'Approved in the end');
  await upload(page, ['globe.jpg']);
  await page.locator('main').getByRole('link', { name: 'globe.jpg' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'globe.jpg' })).toBeVisible();
  await expect(page.getByText('Waits for review')).toBeVisible();

  await page.getByLabel('Title').fill('Globe, front');
  await page.getByLabel('Alternative text').fill('A globe on a grey table');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await expect(page.getByText('Saved. No file was made anew.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Globe, front' })).toBeVisible();

  // Real renderings, each with its mark in words, its type, its pixels and its size.
  const partners = page.getByRole('region', { name: 'Partners' });
  await partners.scrollIntoViewIfNeeded();
  const campaign = partners.getByRole('img', { name: 'For campaigns for Partners: Globe, front' });
  await expect(campaign).toBeVisible({ timeout: 60_000 });
  expect(await campaign.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  await expect(partners).toContainText('Mark “Partner preview”');
  await expect(partners).toContainText(/JPEG · 900 × 600 px · [\d.]+ kB/);

  const boxes = page.getByRole('group', { name: 'Who may have it' });
  await expect(boxes.getByRole('checkbox', { name: /Public/ })).not.toBeChecked();
  for (const name of [/Internal/, /Teachers/, /Partners/])
    await boxes.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(boxes).toContainText('Tick who may have this photo.');
  await boxes.getByRole('checkbox', { name: /Teachers/ }).check();
  await page.getByLabel('Until').fill('2099-12-24');
  await page.getByLabel('Note').fill('For the spring lesson');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('until the end of 24 December 2099.')).toBeVisible();
  await expect(page.getByText('Emil Editor approved version 1 for Teachers')).toBeVisible();

  // The files it promised appear without a reload.
  const teachers = page.getByRole('region', { name: 'Teachers' });
  await expect(teachers.getByText('Published').first()).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Withdraw the approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw the approval?' });
  await dialog.getByLabel('Why').fill('The lesson is over');
  await dialog.getByRole('button', { name: 'Withdraw the approval' }).click();
  await expect(page.getByText('The approval was withdrawn')).toBeVisible();
  await expect(page.getByText('“The lesson is over”')).toBeVisible();
});

test('a window that has not begun is said so', async ({ page }) => {
  await openNewProduct(page, 'Next season');
  await upload(page, ['season.jpg']);
  await page.locator('main').getByRole('link', { name: 'season.jpg' }).click();
  await page.getByLabel('From').fill('2099-01-01');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('From 1 January 2099, without an end.')).toBeVisible();
  await expect(page.getByText('Scheduled').first()).toBeVisible();
});

test('a photo goes to the bin and comes back, at once or later', async ({ page }) => {
  await openNewProduct(page, 'Binned');
  await upload(page, ['mistake.jpg']);
  await page.locator('main').getByRole('link', { name: 'mistake.jpg' }).click();
  await page.getByRole('button', { name: 'Move to the bin' }).click();
  await expect(page.getByText('This photo is in the bin.')).toBeVisible();
  await page.getByRole('button', { name: 'Bring back mistake.jpg' }).click();
  await expect(page.getByRole('button', { name: 'Move to the bin' })).toBeVisible();

  await page.getByRole('button', { name: 'Move to the bin' }).click();
  await expect(page.getByText('This photo is in the bin.')).toBeVisible();
  await page.goto(portalUrl('/library'));
  await page.getByRole('link', { name: 'Bin', exact: true }).click();
  await page.getByRole('button', { name: 'Bring back mistake.jpg' }).first().click();
  await expect(page.getByRole('button', { name: 'Bring back mistake.jpg' })).toHaveCount(0);
});

test('a failed photo says why on its page and goes off the list', async ({ page }) => {
  const product = await openNewProduct(page, 'Failed');
  await choose(page, [
    { name: 'kit.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><p>Kit</p>') },
  ]);
  await expectState(page, 'kit.png', /failed/);
  await panel(page).getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: 'Not a picture' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload another file' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(portalUrl(`/library/${product.id}`));
  await expect(page.getByRole('link', { name: 'kit.png' })).toHaveCount(0);
});

test('the pages of the library have no violations that axe finds, in light and in dark', async ({ page }) => {
  const product = await openNewProduct(page, 'For everyone');
  await upload(page, ['seen.jpg']);
  const { items } = await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`);
  const paths = ['/library', '/library?bin=1', `/library/${product.id}`, `/library/${items[0]?.asset_id}`];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(portalUrl(path));
      await page.locator('input[data-ready]').waitFor({ state: 'attached' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        `${path} ${colorScheme}`,
      ).toEqual([]);
    }
  }
});

async function upload(page: Page, names: readonly string[]): Promise<void> {
  await choose(page, await Promise.all(names.map((name, index) => photo(name, 200 + index * 40))));
  for (const name of names) await expectState(page, name, /ready/);
  await panel(page).getByRole('button', { name: 'Clear what is done' }).click();
  await expect(panel(page)).toBeHidden();
}
