import { expect, type Page, test } from '@playwright/test';
import { openApi } from './api.ts';
import { changedShare, type SavedFile, saveBy } from './saved-file.ts';
import { signIn } from './sign-in.ts';

/** A change of policy and back: what partners get follows it, file by file, and never stops. */
test.describe.configure({ mode: 'serial' });

const product = 'Rover Robotics Kit';
const photo = 'Everything in the box';
let before: SavedFile;

test('an admin writes a version with another mark, sees it, activates it; partners get the new mark', async ({
  page,
  browser,
}) => {
  const partner = await browser.newPage();
  await signIn(partner, 'partner@blazon.test', '/catalog');
  before = await downloadCampaign(partner);

  await signIn(page, 'admin@blazon.test', '/policies/partner');
  await page.getByRole('link', { name: 'Write a new version' }).click();
  const picture = page.getByRole('img', { name: /For campaigns|preview/i }).first();
  await expect(picture).toBeVisible({ timeout: 45_000 });
  await page.getByLabel('Text of the mark').fill('');
  await expect(page.getByText('Write the text of the mark.')).toBeVisible();
  await page.getByLabel('Text of the mark').fill('Spring campaign 春');
  await page.getByLabel('Note').fill('The spring campaign has a mark of its own.');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByText('Version 2 is written and not active')).toBeVisible();
  // Written is not given: the file stays what it was.
  expect((await downloadCampaign(partner)).sha256).toBe(before.sha256);

  await decide(page, 'Activate version 2', 'The campaign starts.');
  await publishedAs(2);
  const marked = await downloadCampaign(partner);
  expect(marked.sha256).not.toBe(before.sha256);
  expect(await changedShare(marked.bytes, before.bytes)).toBeGreaterThan(0.01);
  await partner.close();
});

test('going back to the older version gives the old file again, to the byte', async ({ page, browser }) => {
  await signIn(page, 'admin@blazon.test', '/policies/partner');
  await decide(page, 'Roll back to version 1', 'The campaign is over.');
  await publishedAs(1);
  const partner = await browser.newPage();
  await signIn(partner, 'partner@blazon.test', '/catalog');
  expect((await downloadCampaign(partner)).sha256).toBe(before.sha256);
  await partner.close();
});

async function decide(page: Page, label: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: label }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill(reason);
  await dialog.getByRole('button', { name: label }).click();
  await expect(dialog).toBeHidden();
}

async function downloadCampaign(partner: Page): Promise<SavedFile> {
  await partner.goto(new URL('/catalog', partner.url()).href);
  await partner.getByRole('link', { name: product }).first().click();
  await partner.getByRole('link', { name: photo }).click();
  await expect(partner.getByRole('heading', { level: 1, name: photo })).toBeVisible();
  return saveBy(partner, partner.getByRole('link', { name: 'For campaigns JPEG' }));
}

/** Waits until the partners' file of the photo is one of this version. */
async function publishedAs(version: number): Promise<void> {
  const [partner, editor] = [openApi('partner@blazon.test'), openApi('editor@blazon.test')];
  const { body } = await editor<{ items: { asset_id: string }[] }>(
    'GET',
    `/api/assets?q=${encodeURIComponent(photo)}`,
  );
  const asked = { asset_id: body.items[0]?.asset_id, audience: 'partner', format: 'campaign' };
  await expect
    .poll(async () => (await partner<{ url?: string }>('POST', '/api/derivatives', asked)).body.url, {
      timeout: 60_000,
    })
    .toContain(`/partner/${version}/campaign`);
}
