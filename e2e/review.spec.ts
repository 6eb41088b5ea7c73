import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Api, openApi } from './api.ts';
import { photo } from './photos.ts';
import { pressKey } from './press-key.ts';
import { call, portalUrl, signIn } from './sign-in.ts';
import { askForUpload, complete, put, statusOf } from './upload-by-api.ts';
import { watchPage } from './watch-page.ts';

/** One sitting at the queue, and what others get of it. */
test.describe.configure({ mode: 'serial' });

const editor = 'editor@blazon.test';
/** Of this run alone, so that it is found among whatever else waits. */
const run = randomUUID().slice(0, 8);
const [kept, returned] = [`kept-${run}.jpg`, `returned-${run}.jpg`];
let keptId = '';
let returnedId = '';

test.beforeAll(async () => {
  const api = openApi(editor);
  await emptyQueue(api);
  keptId = await uploaded(api, kept);
  returnedId = await uploaded(api, returned);
});

test('the queue begins with the oldest, and the arrows go through it by addresses', async ({ page }) => {
  await signIn(page, editor, '/review');
  await expect(heading(page, kept)).toBeVisible();
  await expect(page.getByText('1 of 2')).toBeVisible();
  const partners = page.getByRole('region', { name: 'Partners' });
  await expect(partners.getByRole('img', { name: `For campaigns for Partners: ${kept}` })).toBeVisible({
    timeout: 60_000,
  });
  await pressKey(page, 'ArrowRight');
  await expect(heading(page, returned)).toBeVisible();
  await expect(page).toHaveURL(portalUrl(`/review?photo=${returnedId}`));
  await page.reload();
  await expect(heading(page, returned)).toBeVisible();
  await pressKey(page, 'ArrowLeft');
  await expect(heading(page, kept)).toBeVisible();
  await page.goBack();
  await expect(heading(page, returned)).toBeVisible();
  // Passing over the last one leads to the end, which says that both still wait.
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await expect(heading(page, 'The end of the queue')).toBeVisible();
  await expect(page.getByText('2 photos still wait.')).toBeVisible();
});

test('keys approve a photo and send one back, and the end says what was done', async ({ page }) => {
  const faults = watchPage(page);
  await signIn(page, editor, '/review');
  await expect(heading(page, kept)).toBeVisible();
  const boxes = page.getByRole('group', { name: 'Who may have it' });
  await expect(boxes.getByRole('checkbox', { name: /Public/ })).not.toBeChecked();
  for (const name of [/Internal/, /Teachers/, /Partners/])
    await boxes.getByRole('checkbox', { name }).uncheck();
  await pressKey(page, 'a');
  await expect(boxes).toContainText('Tick who may have this photo.');
  await boxes.getByRole('checkbox', { name: /Teachers/ }).check();
  await pressKey(page, 'a');

  await expect(heading(page, returned)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `Approved: ${kept}, for Teachers` })).toBeVisible();
  await pressKey(page, 'c');
  const note = page.getByLabel('What should change');
  await expect(note).toBeFocused();
  await page.getByRole('button', { name: 'Send it back' }).click();
  await expect(page.getByText('Say what should change.')).toBeVisible();
  // Keys are letters where somebody writes.
  await note.pressSequentially('Crop a sliver');
  await expect(note).toHaveValue('Crop a sliver');
  await page.getByRole('button', { name: 'Send it back' }).click();

  await expect(heading(page, 'All done')).toBeVisible();
  const mine = page.getByRole('region', { name: /^Decided by you/ });
  await expect(mine.getByRole('listitem').filter({ hasText: kept })).toContainText('Approved forTeachers');
  await expect(mine.getByRole('listitem').filter({ hasText: returned })).toContainText('“Crop a sliver”');
  await expect(page.getByText(/You approved \d+ photos? and asked for changes to \d+/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the library' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('what was asked for stands in the queue and on the photo’s page until it is answered', async ({
  page,
}) => {
  await signIn(page, editor, '/review');
  await page
    .getByRole('region', { name: 'Waiting for changes' })
    .getByRole('link', { name: returned })
    .click();
  await expect(heading(page, returned)).toBeVisible();
  await expect(page.getByText('Waits for changes')).toBeVisible();
  await page.getByRole('link', { name: 'Its texts and history' }).click();
  await expect(page.getByText('Waits for changes')).toBeVisible();
  await expect(page.getByText('“Crop a sliver”').first()).toBeVisible();
  await page.getByLabel('Alternative text').fill('A circle, without the sliver');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await expect(page.getByText('Waits for review')).toBeVisible();
  await page.goto(portalUrl('/review'));
  await expect(heading(page, returned)).toBeVisible();
});

test('teachers have what was approved for them; partners and the public do not', async ({ page }) => {
  const slides = { asset_id: keptId, audience: 'teacher', format: 'web-small' };
  await signIn(page, 'teacher@blazon.test', '/catalog');
  await expect
    .poll(async () => (await call<{ state: string }>(page, 'POST', '/api/derivatives', slides)).state)
    .toBe('published');
  await page.getByLabel('Search products and photos').fill(kept);
  await page.getByLabel('Search products and photos').press('Enter');
  await page
    .getByRole('link', { name: `By program: ${kept}` })
    .first()
    .click();
  // The name of a file is for colleagues: a photo without a title has a number.
  await page.getByRole('link', { name: 'Photo 1' }).click();
  await expect(page.getByRole('link', { name: 'For slides WebP' })).toBeVisible();
  const [partner, anyone] = [openApi('partner@blazon.test'), openApi()];
  const campaign = await partner('POST', '/api/derivatives', {
    asset_id: keptId,
    audience: 'partner',
    format: 'campaign',
  });
  expect(campaign.status).toBe(404);
  expect(await publicStatus(anyone)).toBe(404);
});

test('an approval is undone, and given again with the public one ticked by name', async ({ page }) => {
  await signIn(page, editor, '/review?end=1');
  await page.getByRole('button', { name: `Undo the approval of ${kept}` }).click();
  await expect(page).toHaveURL(portalUrl(`/review?photo=${keptId}`));
  await expect(page.getByText('Waits for review', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: /everyone, without signing in/ }).check();
  await pressKey(page, 'a');
  await expect(heading(page, returned)).toBeVisible();
  await expect.poll(() => publicStatus(openApi())).toBe(200);
  await page.goto(portalUrl(`/review?photo=${keptId}`));
  await expect(page.getByText(`${kept} was approved by Emil Editor`)).toBeVisible();
});

test('the pages of the review have no violations that axe finds, in light and in dark', async ({ page }) => {
  await signIn(page, editor, '/review');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of [`/review?photo=${returnedId}`, `/review?photo=${keptId}`, '/review?end=1']) {
      await page.goto(portalUrl(path));
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        `${path} ${colorScheme}`,
      ).toEqual([]);
    }
  }
});

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

async function publicStatus(anyone: Api): Promise<number> {
  const wanted = { asset_id: keptId, audience: 'public', format: 'catalog' };
  return (await anyone('POST', '/api/derivatives', wanted)).status;
}

/** Bins what other journeys left waiting: it is older, and would come first. */
async function emptyQueue(api: Api): Promise<void> {
  const waiting = '/api/assets?status=READY&approval=none&limit=100';
  const { body } = await api<{ items: { asset_id: string }[] }>('GET', waiting);
  for (const { asset_id } of body.items)
    expect((await api('DELETE', `/api/assets/${asset_id}`)).status).toBe(204);
}

async function uploaded(api: Api, name: string): Promise<string> {
  const { buffer } = await photo(name, Math.random() * 360);
  const asked = await askForUpload(api, buffer, name);
  expect(await put(asked, buffer)).toBe(200);
  await complete(api, asked);
  await expect.poll(async () => (await statusOf(api, asked)).status).toBe('READY');
  return asked.asset_id;
}
