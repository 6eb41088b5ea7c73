import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { openApi } from './api.ts';
import { findKnown, type Known } from './page-addresses.ts';
import { sha256 } from './saved-file.ts';
import { portalUrl, signIn } from './sign-in.ts';
import { watchPage } from './watch-page.ts';

let known: Known;
/** The partner's file of the demo photo, as a partner downloads it. */
let file: Buffer;
let link: string;

interface Asked {
  state: string;
  url: string;
}

test.beforeAll(async () => {
  known = await findKnown();
  const partner = openApi('partner@blazon.test');
  const wanted = { asset_id: known.asset, audience: 'partner', format: 'campaign' };
  await expect
    .poll(async () => {
      const { body } = await partner<Asked>('POST', '/api/derivatives', wanted);
      link = body.url;
      return body.state;
    })
    .toBe('published');
  const answer = await partner('GET', link);
  const location = answer.headers.get('location');
  file = location ? Buffer.from(await (await fetch(location)).arrayBuffer()) : answer.bytes;
});

const answer = (page: Page) => page.getByRole('article');

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType, buffer });
}

test('support learns from a re-saved, smaller copy whose file it was, and from the file itself for certain', async ({
  page,
}) => {
  await signIn(page, 'editor@blazon.test', '/library');
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Trace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trace' })).toBeVisible();
  const faults = watchPage(page);
  const { width, height } = await sharp(file).metadata();
  const copy = await sharp(file)
    .extract({ left: 40, top: 20, width: width - 90, height: height - 60 })
    .resize(1000)
    .jpeg({ quality: 65 })
    .toBuffer();
  await choose(page, 'from-the-web.jpg', 'image/jpeg', copy);
  await expect(answer(page).getByRole('heading', { level: 2 })).toContainText(
    /This looks like a copy of the file “campaign” of Partners.*“Rover, ready to drive”/,
  );
  await expect(answer(page).getByText('By what it shows')).toBeVisible();
  await expect(
    answer(page).getByText(/^Very likely: .* Likeness 9\d %, the next photo \d+ %\.$/),
  ).toBeVisible();
  await expect(answer(page).getByRole('img', { name: /toy rover of coral/ })).toBeVisible();

  await choose(page, 'campaign.jpg', 'image/jpeg', file);
  await expect(answer(page).getByRole('heading', { level: 2 })).toContainText(
    /This is the file “campaign” of Partners, made by partner policy version 1/,
  );
  await expect(answer(page)).toContainText(/May be used.*Approved since/);
  await expect(answer(page)).toContainText('carries the text mark “Partner preview”');
  await expect(answer(page)).toContainText(sha256(file));
  expect(faults).toEqual([]);
});

test('a link and a hash are answered by the keyboard alone, each with an address of its own', async ({
  page,
}) => {
  await signIn(page, 'editor@blazon.test', '/trace');
  const field = page.getByLabel('Link or SHA-256');
  await field.fill(portalUrl(link));
  await field.press('Enter');
  await expect(answer(page).getByRole('heading', { level: 2 })).toContainText('This is the file “campaign”');
  await expect(answer(page).getByText('By the link')).toBeVisible();

  const spaced = sha256(file)
    .toUpperCase()
    .replace(/(.{8})/g, '$1 ');
  await page.getByLabel('Link or SHA-256').fill(spaced);
  await page.getByLabel('Link or SHA-256').press('Enter');
  await expect(answer(page).getByText('By its bytes')).toBeVisible();
  await page.reload();
  await expect(answer(page).getByText('By its bytes')).toBeVisible();

  await page.getByLabel('Link or SHA-256').fill('a rover');
  await page.getByLabel('Link or SHA-256').press('Enter');
  await expect(page.getByText(/neither a SHA-256 .* nor a link of this portal/)).toBeVisible();
});

test('a picture of somebody else is not ours, and what cannot be opened says what to do', async ({
  page,
}) => {
  await signIn(page, 'editor@blazon.test', '/trace');
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const blobs = await sharp({ create: { width: 12, height: 8, channels: 3, background: '#888888', noise } })
    .png()
    .toBuffer();
  const foreign = await sharp(blobs).resize(900, 600, { kernel: 'cubic' }).jpeg().toBuffer();
  await choose(page, 'foreign.jpg', 'image/jpeg', foreign);
  await expect(answer(page).getByRole('heading', { level: 2 })).toContainText('none of our pictures');
  await expect(answer(page).getByText(/The nearest of our photos has a likeness of \d+ %/)).toBeVisible();

  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(64, '\0'), 'latin1');
  await choose(page, 'IMG_1.heic', 'image/heic', heic);
  await expect(page.getByRole('alert').filter({ hasText: 'IMG_1.heic' })).toContainText(
    'HEIC photos cannot be opened here. Save the picture as JPEG',
  );
});

test('an editor views the catalog as partners do, and finds the way back', async ({ page }) => {
  await signIn(page, 'editor@blazon.test', `/library/${known.asset}`);
  await page.getByRole('link', { name: 'View as Partners' }).click();
  const bar = page.getByRole('region', { name: 'View as' });
  await expect(bar).toContainText('You view the catalog as Partners.');
  await expect(page.getByRole('link', { name: /JPEG/ }).first()).toBeVisible();
  await bar.getByRole('link', { name: 'Teachers' }).click();
  await expect(bar).toContainText('You view the catalog as Teachers.');
  await bar.getByRole('link', { name: 'Back to the library' }).click();
  await page.waitForURL(portalUrl('/library'));
});
