import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { openApi } from './api.ts';
import { changedShare, type SavedFile, saveBy } from './saved-file.ts';
import { portalUrl, signIn } from './sign-in.ts';
import { watchPage } from './watch-page.ts';

/** A change of policy and back: what partners get follows it, file by file, and never stops. */
test.describe.configure({ mode: 'serial' });

const admin = 'admin@blazon.test';
const product = 'Rover Robotics Kit';
const photo = 'Everything in the box';
let before: SavedFile;

test('an admin writes a version with another mark, sees it, activates it; partners get the new mark', async ({
  page,
}) => {
  const partner = await openPartner(page);
  before = await downloadCampaign(partner);

  await signIn(page, admin, '/policies/partner');
  const faults = watchPage(page);
  await page.getByRole('link', { name: 'Write a new version' }).click();
  const stage = page.getByRole('group', { name: 'Preview' });
  await expect(stage.getByRole('img', { name: /^For campaigns for Partners/ })).toBeVisible({
    timeout: 45_000,
  });
  const unmarked = await stage.getByRole('img').getAttribute('src');
  await page.getByLabel('Text of the mark').fill('');
  await expect(page.getByText('Write the text of the mark.')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Opacity' }).fill('101');
  await expect(page.getByText('At most 100 %.')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Opacity' }).fill('60');
  await page.getByLabel('Text of the mark').fill('Spring campaign 春');
  await expect(stage).toHaveAttribute('aria-busy', 'false');
  await expect(stage.getByRole('img')).not.toHaveAttribute('src', unmarked ?? '');
  await page.getByLabel('Note').fill('The spring campaign has a mark of its own.');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByText('Version 2 is written and not active')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Spring campaign 春' })).toBeVisible();
  // Written is not given: the file stays what it was.
  expect((await downloadCampaign(partner)).sha256).toBe(before.sha256);

  await decide(page, 'Activate version 2', 'The campaign starts.', 'Version 2 takes the place of version 1.');
  await expect(page.getByText(/^Version 2 is being made: \d+ of \d+ files$/)).toBeVisible();
  await publishedAs(2);
  const marked = await downloadCampaign(partner);
  expect(marked.sha256).not.toBe(before.sha256);
  expect(await changedShare(marked.bytes, before.bytes)).toBeGreaterThan(0.01);
  await expect(page.getByText('Version 2 is being made')).toBeHidden({ timeout: 60_000 });
  expect(faults).toEqual([]);
});

test('going back to the older version gives the old file again, to the byte', async ({ page }) => {
  await signIn(page, admin, '/policies/partner');
  await decide(
    page,
    'Roll back to version 1',
    'The campaign is over.',
    'Every file is there already and is given at once.',
  );
  await expect(page.getByText('The campaign is over.')).toBeVisible();
  await publishedAs(1);
  const partner = await openPartner(page);
  expect((await downloadCampaign(partner)).sha256).toBe(before.sha256);
});

test('who was overtaken is told what is active by now, and looks again', async ({ page }) => {
  await signIn(page, admin, '/policies/partner');
  await page.getByRole('button', { name: 'Activate version 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Activate version 2' }).click();
  await expect(dialog.getByText('Say why, for those who look later.')).toBeVisible();
  await activateByApi(2, 1);
  await dialog.getByLabel('Why').fill('I was slower.');
  await dialog.getByRole('button', { name: 'Activate version 2' }).click();
  await expect(dialog.getByText('By now version 2 is active.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText(/^partner campaign; version 2 is given/)).toBeVisible();
  await activateByApi(1, 2);
});

test('a suspension names what stands in, or nothing; activating the version ends it', async ({ page }) => {
  await signIn(page, admin, '/policies/partner');
  await page.getByRole('button', { name: 'Suspend version 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('The mark has a mistake.');
  await dialog.getByRole('button', { name: 'Suspend version 1' }).click();
  await expect(dialog.getByText('Choose what stands in for it, or nothing.')).toBeVisible();
  await dialog.getByRole('radio', { name: /^Nothing/ }).check();
  await dialog.getByRole('button', { name: 'Suspend version 1' }).click();
  await expect(page.getByText('Nothing stands in for it')).toBeVisible();
  const partner = openApi('partner@blazon.test');
  expect(await partner('POST', '/api/derivatives', await campaign())).toMatchObject({
    status: 409,
    body: { code: 'policy_suspended' },
  });

  await decide(page, 'Activate version 1', 'It was none.', 'The suspension of version 1 ends');
  await publishedAs(1);
});

test('an image is uploaded as the mark in the editor, tried on extremes, kept through a reload, and follows to files', async ({
  page,
}) => {
  await signIn(page, admin, '/policies/internal');
  const faults = watchPage(page);
  await page.getByRole('link', { name: 'Write a new version' }).click();
  await page.getByText('Image', { exact: true }).click();
  await page.getByLabel('Upload an image').setInputFiles({
    name: 'words.png',
    mimeType: 'image/png',
    buffer: Buffer.from('these are words and no picture, whatever the name says'),
  });
  await expect(page.getByText(/^Not a picture\./)).toBeVisible();
  await page.getByLabel('Upload an image').setInputFiles({
    name: 'rover_logo.png',
    mimeType: 'image/png',
    buffer: await drawLogo(),
  });
  await expect(page.getByRole('radio', { name: 'rover logo' })).toBeChecked();
  await page.getByRole('spinbutton', { name: 'Opacity' }).fill('100');
  const cmyk = page.getByRole('button', { name: /^CMYK/ });
  await cmyk.click();
  const stage = page.getByRole('group', { name: 'Preview' });
  await expect(stage.getByRole('img', { name: /drawn sample, cmyk$/ })).toBeVisible({ timeout: 45_000 });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 45_000 });

  await page.getByLabel('Note').fill('The logo instead of the word.');
  await page.reload();
  await expect(page.getByText('This is what you had written before, from version 1.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'rover logo' })).toBeChecked();
  await expect(page.getByLabel('Note')).toHaveValue('The logo instead of the word.');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByText('Version 2 is written and not active')).toBeVisible();

  const made = /\d+ published files are made anew\./;
  await decide(page, 'Activate version 2', 'The logo is decided.', made);
  await expect(page.getByText(/^Version 2 is being made: \d+ of \d+ files$/)).toBeVisible();
  await expect(page.getByText('Version 2 is being made')).toBeHidden({ timeout: 90_000 });
  await expect(page.getByText(/^internal review; version 2 is given/)).toBeVisible();
  await decide(page, 'Roll back to version 1', 'Not yet.', 'Every file is there already');
  await expect(page.getByText(/^internal review; version 1 is given/)).toBeVisible();
  // The estimate rests on what the files of version 2 took.
  await page.getByRole('link', { name: 'Write a new version' }).click();
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByRole('button', { name: 'Activate version 3' }).click();
  await expect(page.getByRole('dialog')).toContainText(/It takes .* with 1 worker, .* took lately\./);
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('the pages of the policies have no violations that axe finds, in light and in dark', async ({
  page,
}) => {
  await signIn(page, admin, '/policies');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of ['/policies', '/policies/partner?from=1&to=2', '/policies/partner/new']) {
      await page.goto(portalUrl(path));
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 });
      await expectNoViolations(page, `${path} ${colorScheme}`);
    }
    await page.goto(portalUrl('/policies/partner'));
    await page.getByRole('button', { name: 'Suspend version 1' }).click();
    await expectNoViolations(page, `suspending, ${colorScheme}`);
  }
});

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    where,
  ).toEqual([]);
}

/** Does it once the dialog has said what it will do. */
async function decide(page: Page, label: string, reason: string, effect: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: label }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(effect);
  await dialog.getByLabel('Why').fill(reason);
  await dialog.getByRole('button', { name: label }).click();
  await expect(dialog).toBeHidden();
}

/** A round logo on a transparent ground. */
function drawLogo(): Promise<Buffer> {
  const ball = Buffer.from(
    '<svg width="120" height="120"><circle cx="60" cy="60" r="55" fill="#f04"/></svg>',
  );
  return sharp(ball).png().toBuffer();
}

/** A partner's browser, beside the admin's. */
async function openPartner(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('the page has no browser of its own');
  page.once('close', () => void context.close());
  const partner = await context.newPage();
  await signIn(partner, 'partner@blazon.test', '/catalog');
  return partner;
}

async function downloadCampaign(partner: Page): Promise<SavedFile> {
  await partner.goto(portalUrl('/catalog'));
  await partner.getByRole('link', { name: product }).first().click();
  await partner.getByRole('link', { name: photo }).click();
  await expect(partner.getByRole('heading', { level: 1, name: photo })).toBeVisible();
  return saveBy(partner, partner.getByRole('link', { name: 'For campaigns JPEG' }));
}

async function activateByApi(policy_version: number, expected_active: number): Promise<void> {
  const body = { policy_version, expected_active, reason: 'By a program.' };
  expect((await openApi(admin)('POST', '/api/audiences/partner/activations', body)).status).toBe(201);
}

/** What a partner asks for to get the photo's campaign file. */
async function campaign() {
  const { body } = await openApi('editor@blazon.test')<{ items: { asset_id: string }[] }>(
    'GET',
    `/api/assets?q=${encodeURIComponent(photo)}`,
  );
  return { asset_id: body.items[0]?.asset_id, audience: 'partner', format: 'campaign' };
}

/** Waits until the partners' file of the photo is one of this version. */
async function publishedAs(version: number): Promise<void> {
  const partner = openApi('partner@blazon.test');
  const asked = await campaign();
  await expect
    .poll(async () => (await partner<{ url?: string }>('POST', '/api/derivatives', asked)).body.url, {
      timeout: 60_000,
    })
    .toContain(`/partner/${version}/campaign`);
}
