import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

test('an admin adds a receiver, sees its secret once, tests it, reads the log, changes the secret, and switches it off', async ({
  page,
}) => {
  await signIn(page, 'admin@blazon.test', '/settings');
  await page.getByRole('link', { name: 'Open the webhooks' }).click();
  await page.getByLabel('Address').fill('https://127.0.0.1:1/hooks');
  await page.getByRole('button', { name: 'Add the receiver' }).click();
  await expect(page.getByLabel(/^Signing secret of/)).toHaveValue(/^whsec_/);
  const entry = page.getByRole('article').filter({ hasText: '127.0.0.1:1' });

  await entry.getByRole('button', { name: 'Send a test' }).click();
  await expect(entry.getByText(/It could not be called/)).toBeVisible();
  await entry.getByText('Delivery log').click();
  await expect(entry.getByText(/^Test: /)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
  }

  const shown = page.getByLabel(/^Signing secret of/);
  const first = await shown.inputValue();
  await entry.getByText('Signing secret', { exact: true }).click();
  await entry.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(entry.getByText(/^The secret before signs beside the new one until /)).toBeVisible();
  const second = entry.getByLabel(/^New signing secret of/);
  await expect(second).toHaveValue(/^whsec_/);
  expect(await second.inputValue()).not.toBe(first);
  await entry.getByLabel(/^It leaked/).check();
  await entry.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(entry.getByText(/^The secret before signs/)).toBeHidden();

  await entry.getByRole('button', { name: 'Switch off' }).click();
  await expect(entry.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/igning secret of/)).toHaveCount(0);
});
