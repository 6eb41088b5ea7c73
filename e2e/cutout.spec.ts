import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { studioShot } from '#test/studio-shots.ts';
import { type Api, openApi } from './api.ts';
import { signIn } from './sign-in.ts';
import { askForUpload, complete, put, statusOf } from './upload-by-api.ts';
import { watchPage } from './watch-page.ts';

const editor = 'editor@blazon.test';

test('a background is removed, compared, kept, approved in place of the original, and the public gets it', async ({
  page,
}) => {
  const api = openApi(editor);
  const assetId = await uploadedShot(api);
  await api('PUT', `/api/assets/${assetId}/approval`, { version: 1, audiences: ['teacher'] });
  const faults = watchPage(page);
  // Colours on their way from light to dark have a contrast of neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, editor, `/library/${assetId}`);

  await page.getByRole('button', { name: 'Remove background' }).click();
  const bench = page.getByRole('region', { name: 'Background' });
  await expect(bench.getByText('built in')).toBeVisible();
  await expect(bench.getByText(/% of the picture stays/)).toBeVisible({ timeout: 30_000 });
  const slider = bench.getByRole('slider', { name: 'How much of the original shows' });
  await slider.press('End');
  await expect(slider).toHaveValue('100');
  await bench.getByText('Side by side').click();
  await expect(bench.getByRole('figure')).toHaveCount(2);
  await bench.getByText('Dark', { exact: true }).click();
  const tolerance = bench.getByRole('slider', { name: /^Tolerance/ });
  await tolerance.press('ArrowLeft');
  await expect(bench.getByText('Being cut out…')).toBeVisible();
  await expect(bench.getByText(/% of the picture stays/)).toBeVisible({ timeout: 30_000 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }

  await bench.getByRole('button', { name: 'Keep as version 2' }).click();
  // No reload: the page follows the job by itself.
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByText('2 · Cut-out')).toBeVisible({ timeout: 30_000 });
  await expect(versions.getByText(/by Plain backdrop.*tolerance 9, feather 1 px/)).toBeVisible();
  await expect(versions.getByText('approved')).toHaveCount(1);

  const approval = page.getByRole('region', { name: 'Approval' });
  await expect(approval.getByText('Audiences have version 1 now.')).toBeVisible();
  await approval.getByRole('checkbox', { name: /Public/ }).check();
  await approval.getByRole('button', { name: 'Approve version 2 in place of 1' }).click();
  await expect(approval.getByText(/version 2, by/)).toBeVisible();
  expect(faults).toEqual([]);

  const file = await publicFile(openApi(), assetId);
  const { isOpaque } = await sharp(file).stats();
  expect(isOpaque).toBe(false);
});

async function uploadedShot(api: Api): Promise<string> {
  // Of its own bytes in each run, and held upright by the camera.
  const { photo } = await studioShot({
    width: 1100,
    height: 700,
    paper: [38, 84, 170],
    noise: 4,
    gradient: 0.2,
  });
  const bytes = await photo.rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
  const asked = await askForUpload(api, bytes, `shot-${randomUUID().slice(0, 8)}.jpg`);
  expect(await put(asked, bytes)).toBe(200);
  await complete(api, asked);
  await expect.poll(async () => (await statusOf(api, asked)).status, { timeout: 30_000 }).toBe('READY');
  return asked.asset_id;
}

/** What anybody gets who asks for the picture of the catalog. */
async function publicFile(anybody: Api, asset_id: string): Promise<Buffer> {
  const ask = () =>
    anybody<{ state: string; url?: string }>('POST', '/api/derivatives', {
      asset_id,
      audience: 'public',
      format: 'catalog',
    });
  await expect.poll(async () => (await ask()).body.state, { timeout: 60_000 }).toBe('published');
  return (await anybody('GET', (await ask()).body.url ?? '')).bytes;
}
